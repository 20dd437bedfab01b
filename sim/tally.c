/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/tally.h"

#include <stdlib.h>

bool tally_init(struct tally *tally, const struct classes *classes, bool keep)
{
	*tally = (struct tally){.words = classes->n / 64 + 1, .keep = keep};
	tally->of = calloc(classes->n + 1, sizeof *tally->of);
	tally->touched = calloc(tally->words, sizeof *tally->touched);
	if (tally->of && tally->touched)
		return true;
	tally_free(tally);
	return false;
}

void tally_free(struct tally *tally)
{
	free(tally->of);
	free(tally->touched);
	free(tally->kept);
	*tally = (struct tally){0};
}

static void touch(struct tally *tally, size_t class)
{
	tally->touched[class / 64] |= UINT64_C(1) << class % 64;
}

static void keep(struct tally *tally, size_t class, const struct sample *sample)
{
	if (tally->n == tally->room) {
		size_t room = tally->room ? 2 * tally->room : 1024;
		void *grown = reallocarray(tally->kept, room, sizeof *tally->kept);
		if (!grown) {
			tally->failed = true;
			return;
		}
		tally->kept = grown;
		tally->room = room;
	}
	struct kept *kept = &tally->kept[tally->n++];
	*kept = (struct kept){.row = sample->row, .class = class};
	estimator_add(&kept->of, sample);
}

void tally_add(struct tally *tally, const struct classes *classes, const struct sample *sample)
{
	size_t class = (size_t)column_get(&classes->row, sample->row);
	if (tally->keep) {
		keep(tally, class, sample);
		return;
	}
	touch(tally, class);
	estimator_add(&tally->of[class], sample);
}

void tally_count(struct tally *tally, const struct kept *kept)
{
	struct accumulator *of = &tally->of[kept->class];
	touch(tally, kept->class);
	of->samples += kept->of.samples;
	of->marks += kept->of.marks;
	of->since += kept->of.since;
	of->rest += kept->of.rest;
}

void tally_discount(struct tally *tally, const struct kept *kept)
{
	struct accumulator *of = &tally->of[kept->class];
	of->samples -= kept->of.samples;
	of->marks -= kept->of.marks;
	of->since -= kept->of.since;
	of->rest = of->samples ? of->rest - kept->of.rest : 0;
}

void tally_clear(struct tally *tally)
{
	for (size_t word = 0; word < tally->words; word++) {
		for (uint64_t bits = tally->touched[word]; bits; bits &= bits - 1)
			tally->of[word * 64 + (size_t)__builtin_ctzll(bits)] = (struct accumulator){0};
		tally->touched[word] = 0;
	}
	tally->draws = 0;
	tally->n = 0;
}
