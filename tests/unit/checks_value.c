/* SPDX-License-Identifier: GPL-3.0-or-later
 * The kinds of tests/data/checks.tsv: which words each takes, and what computes it. */
#include "tests/unit/checks.h"

#include "core/elementary.h"
#include "sim/counts.h"
#include "sim/moments.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool inclusion(const struct sampler *sampler, uint64_t size, double *value, struct err *err)
{
	struct law law;
	if (!sampler_memoryless(sampler))
		return err_set(err, "%s with these parts is not memoryless", sampler->strategy->name);
	sampler_law(sampler, size, 0, &law);
	*value = law.p;
	return true;
}

static bool mean_of_gaps(const struct sampler *sampler, uint64_t size, double *value, struct err *err)
{
	(void)size;
	return gap_mean(sampler, value, err);
}

/* P(from <= N <= to), N Poisson; to 0: no upper end. */
static bool count_within(const struct inputs *in, double *value, struct err *err)
{
	(void)err;
	struct counts law = {.n = INFINITY, .q = 1, .mean = in->mean};
	double below = in->from ? counts_cdf(&law, (double)in->from - 1) : 0;
	*value = (in->to ? counts_cdf(&law, (double)in->to) : 1) - below;
	return true;
}

static bool dkw(const struct inputs *in, double *value, struct err *err)
{
	(void)err;
	*value = sqrt(own_log(2 / in->alpha) / (2 * in->n));
	return true;
}

static bool moments_read(const char *list, struct moments *moments, struct err *err)
{
	*moments = (struct moments){0};
	for (char *end;; list = end + 1) {
		double number = strtod(list, &end);
		if (end == list || (*end && *end != ','))
			return err_set(err, "\"%s\" is no list of numbers", list);
		moments_add(moments, number);
		if (!*end)
			return true;
	}
}

static bool merge(const struct inputs *in, struct moments *all, struct err *err)
{
	struct moments more;
	if (!moments_read(in->a, all, err) || !moments_read(in->b, &more, err))
		return false;
	moments_merge(all, &more);
	return true;
}

static bool merged_mean(const struct inputs *in, double *value, struct err *err)
{
	struct moments all;
	bool ok = merge(in, &all, err);
	*value = all.mean;
	return ok;
}

static bool merged_m2(const struct inputs *in, double *value, struct err *err)
{
	struct moments all;
	bool ok = merge(in, &all, err);
	*value = all.m2;
	return ok;
}

/* Without a function: a value of a run, of that name or the kind's own. RATIO and EXCESS (the ratio less 1)
 * put it over the same value of "than.", or over the inclusion probability of "than." where gaps are
 * summed. */
struct kind {
	const char *name, *needs, *may; /* words that must be there; that may be */
	const char *run;
	bool (*gaps)(const struct sampler *, uint64_t size, double *, struct err *);
	bool (*plain)(const struct inputs *, double *, struct err *);
	enum { ALONE, RATIO, EXCESS } against;
};

#define RUN "strategy rate workload"
#define ESTIMATE RUN " estimator"
#define ONE "strategy rate size"
#define COMPARED ONE " than.strategy", .may = "than.rate", .against = EXCESS
static const struct kind kinds[] = {
	{.name = "samples", .needs = RUN, .may = "estimator"},
	{.name = "detection", .needs = RUN, .may = "estimator"},
	{.name = "all-detected", .needs = RUN, .may = "estimator"},
	{.name = "missed-share", .needs = RUN, .may = "estimator"},
	{.name = "missed-sites", .needs = RUN, .may = "estimator"},
	{.name = "bias", .needs = ESTIMATE},
	{.name = "cv", .needs = ESTIMATE},
	{.name = "variance", .needs = ESTIMATE},
	{.name = "variance-ratio", .needs = ESTIMATE " than.estimator", .run = "variance", .against = RATIO},
	{.name = "mape", .needs = ESTIMATE},
	{.name = "mape-seen", .needs = ESTIMATE},
	{.name = "mape-apart", .needs = ESTIMATE},
	{.name = "deviation", .needs = ESTIMATE},
	{.name = "objects-bias", .needs = ESTIMATE},
	{.name = "objects-cv", .needs = ESTIMATE},
	{.name = "estimate-bytes", .needs = ESTIMATE},
	{.name = "estimate-objects", .needs = ESTIMATE},
	{.name = "replay-bytes", .needs = ESTIMATE " site"},
	{.name = "replay-bias", .needs = ESTIMATE " site"},
	{.name = "inclusion", .needs = ONE, .gaps = inclusion},
	{.name = "inclusion-excess", .needs = COMPARED, .gaps = inclusion},
	{.name = "fresh-excess", .needs = COMPARED, .gaps = chance_fresh},
	{.name = "stationary", .needs = ONE, .gaps = chance_stationary},
	{.name = "stationary-excess", .needs = COMPARED, .gaps = chance_stationary},
	{.name = "survival", .needs = ONE, .gaps = gap_survival},
	{.name = "gap-mean", .needs = "strategy rate", .gaps = mean_of_gaps},
	{.name = "count-within", .needs = "mean from", .may = "to", .plain = count_within},
	{.name = "dkw", .needs = "n alpha", .plain = dkw},
	{.name = "merged-mean", .needs = "a b", .plain = merged_mean},
	{.name = "merged-m2", .needs = "a b", .plain = merged_m2},
};

static const struct param words[] = {
	{"strategy", PARAM_TEXT, offsetof(struct inputs, strategy), .help = "as simulate --strategy"},
	{"estimator", PARAM_TEXT, offsetof(struct inputs, estimator), .help = "as simulate --estimator"},
	{"workload", PARAM_TEXT, offsetof(struct inputs, workload), .help = "as simulate --workload"},
	{"site", PARAM_TEXT, offsetof(struct inputs, site), .help = "a site of the workload"},
	{"rate", PARAM_REAL, offsetof(struct inputs, rate), .help = "bytes, with a fraction too", .min = 1},
	{"size", PARAM_SIZE, offsetof(struct inputs, size), .help = "of one allocation; units of a survival"},
	{"than.strategy", PARAM_TEXT, offsetof(struct inputs, than_strategy), .help = "compared with"},
	{"than.estimator", PARAM_TEXT, offsetof(struct inputs, than_estimator), .help = "compared with"},
	{"than.rate", PARAM_REAL, offsetof(struct inputs, than_rate), .help = "compared with", .min = 1},
	{"mean", PARAM_REAL, offsetof(struct inputs, mean), .help = "of a Poisson law"},
	{"from", PARAM_COUNT, offsetof(struct inputs, from), .help = "smallest count"},
	{"to", PARAM_COUNT, offsetof(struct inputs, to), .help = "largest count", .min = 1},
	{"n", PARAM_REAL, offsetof(struct inputs, n), .help = "observations"},
	{"alpha", PARAM_REAL, offsetof(struct inputs, alpha), .help = "error rate"},
	{"a", PARAM_TEXT, offsetof(struct inputs, a), .help = "numbers"},
	{"b", PARAM_TEXT, offsetof(struct inputs, b), .help = "numbers"},
	{0},
};

static bool listed(const char *list, const char *word, size_t n)
{
	for (const char *at = list; (at = strstr(at, word)); at += n)
		if ((at == list || at[-1] == ' ') && (at[n] == ' ' || !at[n]))
			return true;
	return false;
}

/* Every word must mean something to the kind, and none may be missing: a row that is not read as it is
 * meant would check something else. Words given twice are refused by the parser. */
static bool words_fit(const struct kind *kind, const char *inputs, struct err *err)
{
	size_t found = 0, needed = 1;
	for (const char *space = kind->needs; (space = strchr(space, ' ')); space++)
		needed++;
	for (const char *next = inputs; next; next = strchr(next, ' ')) {
		next += *next == ' ';
		size_t n = strcspn(next, "= ");
		char word[32];
		snprintf(word, sizeof word, "%.*s", (int)n, next);
		bool need = n && listed(kind->needs, word, strlen(word));
		if (!need && !(n && kind->may && listed(kind->may, word, strlen(word))))
			return err_set(err, "\"%s\" means nothing to the kind %s", word, kind->name);
		found += need;
	}
	return found == needed || err_set(err, "the kind %s needs the words %s", kind->name, kind->needs);
}

static bool gaps_value(const struct kind *kind, const struct inputs *in, double *value, struct err *err)
{
	struct strategy_spec spec;
	struct sampler sampler;
	struct trace none = {0};
	if (!strategy_parse(in->strategy, &spec, err))
		return false;
	bool ok = sampler_make(&spec, in->rate, &none, &sampler, err) && kind->gaps(&sampler, in->size, value, err);
	strategy_spec_free(&spec);
	return ok;
}

static bool one_side(const struct kind *kind, const struct inputs *in, double *value, struct err *err)
{
	if (kind->plain)
		return kind->plain(in, value, err);
	if (kind->gaps)
		return gaps_value(kind, in, value, err);
	return run_value(kind->run ? kind->run : kind->name, in, value, err);
}

static bool other_side(const struct kind *kind, struct inputs in, double *value, struct err *err)
{
	static const struct kind chance = {.name = "inclusion", .gaps = inclusion};
	in.strategy = in.than_strategy ? in.than_strategy : in.strategy;
	in.estimator = in.than_estimator ? in.than_estimator : in.estimator;
	in.rate = in.than_rate ? in.than_rate : in.rate;
	return one_side(kind->gaps ? &chance : kind, &in, value, err);
}

bool check_value(const char *name, char *inputs, double *value, struct err *err)
{
	const struct kind *kind = kinds, *end = kinds + sizeof kinds / sizeof *kinds;
	struct inputs in = {0};
	double other;
	while (kind < end && strcmp(kind->name, name))
		kind++;
	if (kind == end)
		return err_set(err, "\"%s\" is no kind of value", name);
	if (!words_fit(kind, inputs, err) || !params_parse(words, kind->name, inputs, ' ', &in, err))
		return false;
	if (!one_side(kind, &in, value, err))
		return false;
	if (kind->against == ALONE)
		return true;
	if (!other_side(kind, in, &other, err))
		return false;
	*value = kind->against == RATIO ? *value / other : (*value - other) / other;
	return true;
}
