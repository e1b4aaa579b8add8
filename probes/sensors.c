// SPDX-License-Identifier: GPL-2.0-only
/*
 * The row of temperatures, power, fans and voltages by libsensors. A chip on a slow bus can take
 * a second to answer, so a thread reads them: each tick takes what the last reading found and asks
 * for the next one. Where no tick asks, nothing is read.
 */
#include <errno.h>
#include <pthread.h>
#include <sensors/error.h>
#include <sensors/sensors.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "host/fsroot.h"
#include "probes/rows.h"
#include "probes/textfile.h"

#define SENSORS_MAX 256
#define END_WAIT_S  1

/* What is shown of a chip: a kind of feature and the readings that serve, best first. */
struct reading {
	sensors_feature_type feature;
	enum sensor_kind kind;
	sensors_subfeature_type subfeatures[2];
};

static const struct reading readings[] = {
	{ SENSORS_FEATURE_TEMP,
	  SENSOR_TEMPERATURE,
	  { SENSORS_SUBFEATURE_TEMP_INPUT, SENSORS_SUBFEATURE_UNKNOWN } },
	{ SENSORS_FEATURE_POWER,
	  SENSOR_POWER,
	  { SENSORS_SUBFEATURE_POWER_AVERAGE, SENSORS_SUBFEATURE_POWER_INPUT } },
	{ SENSORS_FEATURE_FAN,
	  SENSOR_FAN,
	  { SENSORS_SUBFEATURE_FAN_INPUT, SENSORS_SUBFEATURE_UNKNOWN } },
	{ SENSORS_FEATURE_IN,
	  SENSOR_VOLTAGE,
	  { SENSORS_SUBFEATURE_IN_INPUT, SENSORS_SUBFEATURE_UNKNOWN } },
};

/* Where one value comes from; found once, the chips do not change under us. */
struct source {
	const sensors_chip_name *chip;
	int number;
	struct sensor last; /* all but the value is set once */
	bool is_known;      /* the value, by the last reading */
};

struct sensors {
	size_t nr_sources;
	struct source sources[SENSORS_MAX];
	pthread_t thread;
	pthread_mutex_t lock; /* for all below, and the values of the sources */
	pthread_cond_t asked;
	bool is_asked, is_ending;
};

static const sensors_subfeature *find_subfeature(const sensors_chip_name *chip,
						 const sensors_feature *feature,
						 const struct reading *reading)
{
	const sensors_subfeature *found;

	for (int i = 0; i < 2 && reading->subfeatures[i] != SENSORS_SUBFEATURE_UNKNOWN; i++) {
		found = sensors_get_subfeature(chip, feature, reading->subfeatures[i]);
		if (found && found->flags & SENSORS_MODE_R)
			return found;
	}
	return NULL;
}

static void add_source(struct sensors *s, const sensors_chip_name *chip,
		       const sensors_feature *feature, const struct reading *reading)
{
	const sensors_subfeature *subfeature = find_subfeature(chip, feature, reading);
	struct source *source = &s->sources[s->nr_sources];
	char *label;

	if (!subfeature || s->nr_sources == SENSORS_MAX)
		return;
	source->chip = chip;
	source->number = subfeature->number;
	source->last.kind = reading->kind;
	if (sensors_snprintf_chip_name(source->last.chip, sizeof(source->last.chip), chip) < 0)
		snprintf(source->last.chip, sizeof(source->last.chip), "%s", chip->prefix);
	label = sensors_get_label(chip, feature);
	snprintf(source->last.label, sizeof(source->last.label), "%s",
		 label ? label : feature->name);
	free(label);
	s->nr_sources++;
}

static void find_sources(struct sensors *s)
{
	const sensors_chip_name *chip;
	const sensors_feature *feature;
	int at_chip = 0, at_feature;

	while ((chip = sensors_get_detected_chips(NULL, &at_chip))) {
		at_feature = 0;
		while ((feature = sensors_get_features(chip, &at_feature))) {
			for (size_t i = 0; i < sizeof(readings) / sizeof(readings[0]); i++) {
				if (readings[i].feature == feature->type)
					add_source(s, chip, feature, &readings[i]);
			}
		}
	}
}

/* Reads without the lock; a value that cannot be read now (an empty slot) is not known. */
static void read_all(struct sensors *s)
{
	for (size_t i = 0; i < s->nr_sources; i++) {
		struct source *source = &s->sources[i];
		double value = 0;
		int r = sensors_get_value(source->chip, source->number, &value);

		pthread_mutex_lock(&s->lock);
		source->last.value = value;
		source->is_known = r >= 0;
		pthread_mutex_unlock(&s->lock);
	}
}

static void *read_when_asked(void *arg)
{
	struct sensors *s = arg;
	bool is_ending;

	do {
		pthread_mutex_lock(&s->lock);
		while (!s->is_asked && !s->is_ending)
			pthread_cond_wait(&s->asked, &s->lock);
		s->is_asked = false;
		is_ending = s->is_ending;
		pthread_mutex_unlock(&s->lock);
		if (!is_ending)
			read_all(s);
	} while (!is_ending);
	return NULL;
}

static void ask(struct sensors *s, bool to_end)
{
	pthread_mutex_lock(&s->lock);
	s->is_asked = true;
	s->is_ending |= to_end;
	pthread_cond_signal(&s->asked);
	pthread_mutex_unlock(&s->lock);
}

/* Errors of its configuration files are not worth a word, and never worth a line on the screen. */
static void keep_quiet(const char *error, const char *file, int line)
{
	(void)error;
	(void)file;
	(void)line;
}

static int start_reading(struct sensors *s)
{
	int r;

	pthread_mutex_init(&s->lock, NULL);
	pthread_cond_init(&s->asked, NULL);
	r = pthread_create(&s->thread, NULL, read_when_asked, s);
	if (r) {
		pthread_cond_destroy(&s->asked);
		pthread_mutex_destroy(&s->lock);
	}
	return -r;
}

static int sensors_open(struct probe *p, const struct probe_env *env)
{
	struct sensors *s;
	int r;

	if (!fsroot_is_live(env->root))
		return fault_set(
			&p->fault, -EOPNOTSUPP,
			"a captured machine's sensors cannot be read: libsensors knows the "
			"live /sys only");
	sensors_parse_error_wfn = keep_quiet;
	if (sensors_init(NULL))
		return fault_set(&p->fault, -ENODEV, "libsensors finds no sensors here");
	s = calloc(1, sizeof(*s));
	if (!s) {
		sensors_cleanup();
		return fault_set(&p->fault, -ENOMEM, "the probe %s has no memory", p->ops->name);
	}
	find_sources(s);
	r = s->nr_sources ? start_reading(s) : -ENODEV;
	if (r < 0) {
		free(s);
		sensors_cleanup();
		return fault_set(&p->fault, r,
				 r == -ENODEV ? "this machine has no sensor that its kernel knows"
					      : "the thread that reads the sensors cannot start");
	}
	p->state = s;
	ask(s, false);
	return 0;
}

static int take_values(struct sensors *s, struct sample *into)
{
	into->sensors = calloc(s->nr_sources, sizeof(*into->sensors));
	if (!into->sensors)
		return -ENOMEM;
	pthread_mutex_lock(&s->lock);
	for (size_t i = 0; i < s->nr_sources; i++) {
		if (s->sources[i].is_known)
			into->sensors[into->nr_sensors++] = s->sources[i].last;
	}
	pthread_mutex_unlock(&s->lock);
	return 0;
}

static int sensors_collect(struct probe *p, struct sample *into)
{
	int r;

	if (!p->state) {
		sample_set_capability(into, CAP_SENSORS, gauge_state_from_error(p->fault.code),
				      TIER_NONE, "%s", p->fault.text);
		return p->fault.code;
	}
	r = take_values(p->state, into);
	ask(p->state, false);
	sample_set_capability(into, CAP_SENSORS, GAUGE_KNOWN, TIER_PROC, "%s", "");
	return r;
}

/* Whether the thread ended. One that hangs in a driver must not keep the program from ending. */
static bool wait_for_end(struct sensors *s)
{
	struct timespec until;

	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_sec += END_WAIT_S;
	return !pthread_timedjoin_np(s->thread, NULL, &until);
}

static void sensors_close(struct probe *p)
{
	struct sensors *s = p->state;

	p->state = NULL;
	if (!s)
		return;
	ask(s, true);
	if (!wait_for_end(s)) {
		/* it still uses s and the library's tables */
		pthread_detach(s->thread);
		return;
	}
	pthread_cond_destroy(&s->asked);
	pthread_mutex_destroy(&s->lock);
	sensors_cleanup();
	free(s);
}

const struct probe_ops sensors_probe = {
	.name = "sensors",
	.supported = textfile_supported,
	.open = sensors_open,
	.collect = sensors_collect,
	.close = sensors_close,
};
