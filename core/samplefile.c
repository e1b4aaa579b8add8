// SPDX-License-Identifier: GPL-2.0-only
/*
 * Lines of a sample file; see samplefile.h. A line is an object whose "type" is header, topology or
 * sample; the reader trusts no number in it before it has been compared with what it indexes.
 */
#include "core/samplefile.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/samplefile_records.h"

#define FORMAT_NAME "headroom-top samples"
#define NOT_OURS    "not a recording of headroom-top; `headroom-top record FILE` makes one"

/* The most that any kernel supports (NR_CPUS of x86), and generous bounds for what groups CPUs. */
#define MAX_CPUS   8192
#define MAX_GROUPS 65536
#define MAX_KINDS  64

static char *line_finish(struct json_writer *w, cJSON *line)
{
	char *text = w->failed ? NULL : cJSON_PrintUnformatted(line);

	cJSON_Delete(line);
	return text;
}

static cJSON *line_new(struct json_writer *w, const char *type)
{
	cJSON *line = cJSON_CreateObject();

	json_add(w, line, "type", cJSON_CreateString(type));
	return line;
}

char *samplefile_header(void)
{
	struct json_writer w = { 0 };
	cJSON *line = line_new(&w, "header"), *columns;

	json_add(&w, line, "format", cJSON_CreateString(FORMAT_NAME));
	json_add_integer(&w, line, "version", SAMPLEFILE_VERSION);
	columns = json_add_object(&w, line, "columns");
	for (int i = 0; i < ROW_COUNT; i++)
		json_add(&w, columns, row_records[i].name,
			 record_write_columns(&w, &row_records[i]));
	return line_finish(&w, line);
}

char *samplefile_topology(const struct topology *topo)
{
	struct json_writer w = { 0 };
	cJSON *line = line_new(&w, "topology");

	record_write_members(&w, line, &topology_record, topo);
	json_add(&w, line, "cpus",
		 rows_write(&w, ROW_TOPOLOGY_CPU, topo->cpus, topo->nr_cpus, sizeof(*topo->cpus)));
	json_add(&w, line, "caches",
		 rows_write(&w, ROW_TOPOLOGY_CACHE, topo->caches, topo->nr_caches,
			    sizeof(*topo->caches)));
	json_add(&w, line, "kinds",
		 rows_write(&w, ROW_TOPOLOGY_KIND, topo->kinds, topo->nr_kinds,
			    sizeof(*topo->kinds)));
	return line_finish(&w, line);
}

char *samplefile_sample(const struct sample *s)
{
	struct json_writer w = { 0 };
	cJSON *line = line_new(&w, "sample");

	for (const struct sample_section *section = sample_sections; section->key; section++)
		json_add(&w, line, section->key, section->write(&w, s));
	return line_finish(&w, line);
}

struct samplefile_reader {
	unsigned long line; /* number of the line being read, from 1 */
	bool has_header;
	struct record_columns columns[ROW_COUNT];
	struct topology *topo; /* of the samples that follow; NULL before the first */
};

struct samplefile_reader *samplefile_reader_new(void)
{
	return calloc(1, sizeof(struct samplefile_reader));
}

struct samplefile_reader *samplefile_reader_free(struct samplefile_reader *r)
{
	if (r)
		topology_unref(r->topo);
	free(r);
	return NULL;
}

/* Puts the number of the line before what is wrong with it. */
static int reader_refuse(const struct samplefile_reader *r, struct fault *f, int code,
			 const char *what)
{
	return fault_set(f, code, "line %lu: %s", r->line, what);
}

static int read_header(struct samplefile_reader *r, const cJSON *line, struct fault *f)
{
	const char *format = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(line, "format"));
	const cJSON *columns = cJSON_GetObjectItemCaseSensitive(line, "columns");
	uint64_t version;

	if (!format || strcmp(format, FORMAT_NAME) ||
	    record_read_u64(cJSON_GetObjectItemCaseSensitive(line, "version"), &version) < 0)
		return reader_refuse(r, f, -EBADMSG, NOT_OURS);
	if (version > SAMPLEFILE_VERSION)
		return fault_set(f, -EPROTO,
				 "the recording has version %llu, this program reads up to %d: "
				 "use a newer headroom-top",
				 (unsigned long long)version, SAMPLEFILE_VERSION);
	for (int i = 0; i < ROW_COUNT; i++) {
		const cJSON *names = cJSON_GetObjectItemCaseSensitive(columns, row_records[i].name);

		r->columns[i].count = 0;
		if (names && record_read_columns(&row_records[i], names, &r->columns[i]) < 0)
			return reader_refuse(r, f, -EBADMSG, "the names of columns are damaged");
	}
	r->has_header = true;
	return 0;
}

static bool fits(int id, unsigned int count)
{
	return id == TOPOLOGY_NONE || (id >= 0 && (unsigned int)id < count);
}

static bool topology_fits(const struct topology *topo)
{
	if (topo->nr_cores > MAX_CPUS || topo->nr_nodes > MAX_GROUPS ||
	    topo->nr_packages > MAX_GROUPS)
		return false;
	for (unsigned int i = 0; i < topo->nr_cpus; i++) {
		const struct topology_cpu *cpu = &topo->cpus[i];

		if (!fits(cpu->core, topo->nr_cores) || !fits(cpu->cache, topo->nr_caches) ||
		    !fits(cpu->node, topo->nr_nodes) || !fits(cpu->package, topo->nr_packages) ||
		    !fits(cpu->kind, topo->nr_kinds) || cpu->smt < 0)
			return false;
	}
	for (unsigned int i = 0; i < topo->nr_caches; i++) {
		if (!fits(topo->caches[i].node, topo->nr_nodes) ||
		    !fits(topo->caches[i].package, topo->nr_packages))
			return false;
	}
	return true;
}

/* Rows of one array of a topology line into *ret_rows, bounded by most. */
static int topology_rows(const struct section_reader *section, enum row_id id, const cJSON *line,
			 const char *key, size_t size, size_t most, void **ret_rows,
			 unsigned int *ret_count)
{
	const cJSON *array = cJSON_GetObjectItemCaseSensitive(line, key);
	size_t count;
	int r;

	if ((size_t)cJSON_GetArraySize(array) > most)
		return section_refuse(section, "topology", key);
	r = rows_read(section, id, array, size, ret_rows, &count);
	if (r == 0)
		*ret_count = (unsigned int)count;
	return r;
}

static int topology_fill(const struct section_reader *section, const cJSON *line,
			 struct topology *topo)
{
	const char *field;
	void *rows;
	int r;

#define TAKE(id, member, most)                                                                     \
	r = topology_rows(section, ROW_TOPOLOGY_##id, line, #member, sizeof(*topo->member), most,  \
			  &rows, &topo->nr_##member);                                              \
	if (r < 0)                                                                                 \
		return r;                                                                          \
	free(topo->member);                                                                        \
	topo->member = rows;

	TAKE(CPU, cpus, MAX_CPUS)
	TAKE(CACHE, caches, MAX_GROUPS)
	TAKE(KIND, kinds, MAX_KINDS)
#undef TAKE
	if (record_read_members(&topology_record, line, topo, &field) < 0)
		return section_refuse(section, topology_record.name, field);
	if (!topology_fits(topo))
		return section_refuse(section, topology_record.name, "a number of a CPU's place");
	return 0;
}

static int read_topology(struct samplefile_reader *r, const cJSON *line,
			 const struct section_reader *section)
{
	struct topology *topo = topology_new(0, 0, 0);
	int ret = topo ? topology_fill(section, line, topo)
		       : fault_set(section->fault, -ENOMEM, "out of memory");

	if (ret < 0) {
		topology_unref(topo);
		return ret;
	}
	topology_unref(r->topo);
	r->topo = topo;
	return 0;
}

static bool sample_fits(const struct sample *s)
{
	if (s->nr_llcs > s->nr_cpus)
		return false;
	for (unsigned int i = 0; i < s->nr_cpus; i++) {
		if (!fits(s->cpus[i].sched_llc, s->nr_cpus))
			return false;
	}
	for (size_t i = 0; i < s->nr_domains; i++) {
		if (s->domains[i].cpu < 0 || (unsigned int)s->domains[i].cpu >= s->nr_cpus)
			return false;
	}
	return true;
}

static int sample_fill(const struct section_reader *reader, const cJSON *line, struct sample *s)
{
	for (const struct sample_section *section = sample_sections; section->key; section++) {
		const cJSON *value = cJSON_GetObjectItemCaseSensitive(line, section->key);
		int r = value ? section->read(reader, value, s) : 0;

		if (r < 0)
			return r;
	}
	if (!sample_fits(s))
		return fault_set(reader->fault, -EBADMSG,
				 "the sample does not fit its topology of %u CPUs", s->nr_cpus);
	return 0;
}

static int read_sample(struct samplefile_reader *r, const cJSON *line,
		       const struct section_reader *section, struct sample **ret_sample)
{
	struct sample *s;
	int ret;

	if (!r->topo)
		return fault_set(section->fault, -EBADMSG, "a sample before any topology");
	s = sample_new(r->topo);
	ret = s ? sample_fill(section, line, s)
		: fault_set(section->fault, -ENOMEM, "out of memory");
	if (ret < 0) {
		sample_free(s);
		return ret;
	}
	*ret_sample = s;
	return 1;
}

/* The value of one line; a type that this program does not know is passed over. */
static int read_object(struct samplefile_reader *r, const cJSON *line, struct sample **ret_sample,
		       struct fault *f)
{
	const char *type = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(line, "type"));
	struct fault inner = { 0 };
	const struct section_reader section = { .columns = r->columns, .fault = &inner };
	int ret = 0;

	if (!type)
		return reader_refuse(r, f, -EBADMSG,
				     r->has_header ? "damaged, a line without a type" : NOT_OURS);
	if (!strcmp(type, "header"))
		return read_header(r, line, f);
	if (!r->has_header)
		return reader_refuse(r, f, -EBADMSG, NOT_OURS);
	if (!strcmp(type, "topology"))
		ret = read_topology(r, line, &section);
	else if (!strcmp(type, "sample"))
		ret = read_sample(r, line, &section, ret_sample);
	return ret < 0 ? reader_refuse(r, f, ret, inner.text) : ret;
}

int samplefile_read_line(struct samplefile_reader *r, const char *line, struct sample **ret_sample,
			 struct fault *f)
{
	cJSON *object;
	int ret;

	r->line++;
	if (!*line)
		return 0;
	object = cJSON_ParseWithOpts(line, NULL, true);
	if (!object)
		return reader_refuse(r, f, -EBADMSG,
				     r->has_header ? "damaged, not a whole line of JSON"
						   : NOT_OURS);
	ret = read_object(r, object, ret_sample, f);
	cJSON_Delete(object);
	return ret;
}
