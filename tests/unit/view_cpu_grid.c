// SPDX-License-Identifier: GPL-2.0-only
/* The Topology's arithmetic, as properties over machines and sizes. */
#include "cmocka_run.h"

#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "tests/machines.h"
#include "views/cpu_grid.h"

static const char *const machines[] = { "pair", "eight", "hybrid", "sixty-four", "big512" };
#define NR_MACHINES (sizeof(machines) / sizeof(machines[0]))

static struct model *models[NR_MACHINES];

static int make_models(void **state)
{
	(void)state;
	for (size_t i = 0; i < NR_MACHINES; i++) {
		models[i] = machine_model(machines[i], 3);
		if (!models[i])
			return -1;
	}
	return 0;
}

static int free_models(void **state)
{
	(void)state;
	for (size_t i = 0; i < NR_MACHINES; i++)
		models[i] = model_free(models[i]);
	return 0;
}

typedef void (*check)(const struct cpu_grid *g, const struct model *m, int rows, int cols);

static void for_every_size(check check)
{
	for (size_t i = 0; i < NR_MACHINES; i++) {
		struct cpu_grid g = { 0 };

		for (int rows = 1; rows <= 100; rows += rows < 10 ? 3 : 15) {
			for (int cols = 20; cols <= 300; cols += 20) {
				assert_int_equal(cpu_grid_layout(&g, models[i], rows, cols), 0);
				check(&g, models[i], rows, cols);
			}
		}
		cpu_grid_clear(&g);
	}
}

static void check_complete(const struct cpu_grid *g, const struct model *m, int rows, int cols)
{
	int *seen = calloc(m->nr_cpus, sizeof(*seen));

	(void)rows;
	(void)cols;
	for (int i = 0; i < g->nr_places; i++)
		seen[g->places[i].cpu]++;
	for (unsigned int i = 0; i < m->nr_cpus; i++)
		assert_int_equal(seen[i], m->cpus[i].present);
	free(seen);
}

static void test_every_cpu_has_one_place(void **state)
{
	(void)state;
	for_every_size(check_complete);
}

static void check_apart(const struct cpu_grid *g, const struct model *m, int rows, int cols)
{
	char *taken = calloc((size_t)(g->rows * cols), 1);

	(void)m;
	(void)rows;
	for (int i = 0; i < g->nr_places; i++) {
		const struct cpu_place *p = &g->places[i];

		assert_in_range(p->row, 0, g->rows - 1);
		assert_true(p->col >= 1 && p->col + g->cell_width < cols);
		for (int c = p->col; c < p->col + g->cell_width; c++)
			assert_int_equal(taken[p->row * cols + c]++, 0);
	}
	for (int i = 0; i < g->nr_labels; i++) {
		const struct cpu_label *l = &g->labels[i];

		assert_true(l->col >= 0 && l->col + l->width <= cols);
		for (int c = l->col; c < l->col + l->width; c++)
			assert_int_equal(taken[l->row * cols + c]++, 0);
	}
	free(taken);
}

static void test_no_two_cells_meet(void **state)
{
	(void)state;
	for_every_size(check_apart);
}

static const struct cpu_place *place_of(const struct cpu_grid *g, int cpu)
{
	const struct cpu_place *p = &g->places[cpu_grid_find(g, cpu)];

	assert_int_equal(p->cpu, cpu);
	return p;
}

static void check_cores(const struct cpu_grid *g, const struct model *m, int rows, int cols)
{
	(void)rows;
	(void)cols;
	for (unsigned int i = 0; i + 1 < m->nr_cpus; i++) {
		for (unsigned int j = i + 1; j < m->nr_cpus; j++) {
			const struct cpu_place *a, *b;

			if (!m->cpus[i].present || !m->cpus[j].present ||
			    m->cpus[i].core == TOPOLOGY_NONE ||
			    m->cpus[i].core != m->cpus[j].core || m->cpus[i].llc != m->cpus[j].llc)
				continue;
			a = place_of(g, (int)i);
			b = place_of(g, (int)j);
			assert_int_equal(a->row, b->row);
			assert_int_equal(a->core_col, b->core_col);
			assert_true(abs(a->col - b->col) <= g->cell_width + 1);
		}
	}
}

static void test_threads_of_a_core_stand_together(void **state)
{
	(void)state;
	for_every_size(check_cores);
}

static void check_finding(const struct cpu_grid *g, const struct model *m, int rows, int cols)
{
	(void)m;
	(void)rows;
	(void)cols;
	for (int i = 0; i < g->nr_places; i++) {
		const struct cpu_place *p = &g->places[i];
		int up = cpu_grid_step_rows(g, i, -1), down = cpu_grid_step_rows(g, i, 1);

		assert_int_equal(cpu_grid_at(g, p->row, p->col), i);
		assert_int_equal(cpu_grid_find(g, p->cpu), i);
		assert_true(up == i || g->places[up].row < p->row);
		assert_true(down == i || g->places[down].row > p->row);
		assert_true(down != i || p->row == g->places[g->nr_places - 1].row);
	}
}

static void test_places_are_found_and_steps_move(void **state)
{
	(void)state;
	for_every_size(check_finding);
}

/* More room never shows less, and what fits is not scrolled. */
static void test_cells_grow_with_the_room(void **state)
{
	struct cpu_grid g = { 0 };
	enum cpu_cell before = CPU_CELL_MARK;

	(void)state;
	for (int rows = 4; rows < 200; rows += 4) {
		assert_int_equal(cpu_grid_layout(&g, models[4], rows, 160), 0);
		assert_true(g.cell >= before);
		assert_true(g.cell == CPU_CELL_MARK || g.rows <= rows);
		before = g.cell;
	}
	assert_true(before > CPU_CELL_DIGIT);
	assert_int_equal(cpu_grid_layout(&g, models[0], 20, 80), 0);
	assert_int_equal(g.cell, CPU_CELL_BAR);
	cpu_grid_clear(&g);
}

/* The more capable kind comes first, the kinds in lines of their own. */
static void test_kinds_stand_apart(void **state)
{
	struct cpu_grid g = { 0 };

	(void)state;
	assert_int_equal(cpu_grid_layout(&g, models[2], 40, 160), 0);
	for (int i = 0; i < g.nr_places; i++) {
		const struct model_cpu *first = &models[2]->cpus[g.places[0].cpu];
		const struct model_cpu *cpu = &models[2]->cpus[g.places[i].cpu];

		assert_true(cpu->kind <= first->kind);
		for (int j = 0; j < i; j++) {
			if (g.places[j].row == g.places[i].row)
				assert_int_equal(models[2]->cpus[g.places[j].cpu].kind, cpu->kind);
		}
	}
	assert_int_equal(g.nr_labels, 2);
	assert_string_equal(g.labels[0].text, "L3 #0 P");
	assert_string_equal(g.labels[1].text, "L3 #0 E");
	cpu_grid_clear(&g);
}

/* A CPU that went: the next higher one stands for it, the first when there is none. */
static void test_a_hole_is_answered_by_a_neighbour(void **state)
{
	struct cpu_grid g = { 0 };

	(void)state;
	assert_int_equal(cpu_grid_layout(&g, models[4], 40, 160), 0);
	assert_false(models[4]->cpus[37].present);
	assert_int_equal(g.places[cpu_grid_find(&g, 37)].cpu, 38);
	assert_int_equal(cpu_grid_find(&g, 100000), 0);
	cpu_grid_clear(&g);
	assert_int_equal(cpu_grid_find(&g, 0), -1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_every_cpu_has_one_place),
		cmocka_unit_test(test_no_two_cells_meet),
		cmocka_unit_test(test_threads_of_a_core_stand_together),
		cmocka_unit_test(test_places_are_found_and_steps_move),
		cmocka_unit_test(test_cells_grow_with_the_room),
		cmocka_unit_test(test_kinds_stand_apart),
		cmocka_unit_test(test_a_hole_is_answered_by_a_neighbour),
	};

	setlocale(LC_ALL, "C.UTF-8");
	return cmocka_run_group_tests_name("the grid of CPUs", tests, make_models, free_models);
}
