// SPDX-License-Identifier: GPL-2.0-only
/*
 * wait: until a condition over the fields of the JSON document holds, at most --for; without --for
 * it is looked at once, after the second sample. Exit status 0: it held, 1: it did not.
 */
#include <errno.h>
#include <time.h>

#include <cjson/cJSON.h>

#include "core/expression.h"
#include "core/json.h"
#include "tui/commands.h"
#include "tui/session.h"
#include "tui/ticker.h"

static double now_s(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* 1: it holds, 0: it does not, or -errno. */
static int look(const struct session *s, const struct expression *e, struct fault *f)
{
	struct cJSON *doc = json_snapshot(s->model);
	int r = doc ? expression_evaluate(e, doc, f)
		    : fault_set(f, -ENOMEM, "out of memory for the JSON document");

	cJSON_Delete(doc);
	return r;
}

/* The first sample alone has no rates, so nothing is asked of it. */
static int wait_for(struct session *s, struct ticker *t, const struct expression *e,
		    const struct options *o, struct fault *f)
{
	double end = now_s() + o->for_s;
	int r = session_tick(s, f);

	ticker_set(t, SESSION_FIRST_INTERVAL_S, o->interval_s);
	while (r == 0) {
		if (ticker_wait(t, -1) != TICKER_TICK)
			return fault_set(f, -EINTR, "stopped by a signal");
		r = session_tick(s, f);
		if (r == 0)
			r = look(s, e, f);
		if (r == 0 && now_s() >= end)
			return fault_set(f, -ETIMEDOUT, "the condition did not hold");
	}
	return r > 0 ? 0 : r;
}

int cmd_wait(const struct command_call *call, struct fault *f)
{
	struct ticker t = TICKER_CLOSED;
	struct session s = { 0 };
	struct expression *e = NULL;
	int r = expression_parse(call->words[0], &e, f);

	if (r == 0)
		r = ticker_open(&t, false, f);
	if (r == 0)
		r = session_open(&s, call->options, NULL, f);
	if (r == 0)
		r = wait_for(&s, &t, e, call->options, f);
	session_close(&s);
	ticker_close(&t);
	expression_free(e);
	return r;
}
