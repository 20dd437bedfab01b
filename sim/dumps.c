/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/dumps.h"

#include <stdlib.h>

static bool peak_seen(const struct view *view)
{
	return view->dump[0].kind == DUMP_PEAK_SEEN;
}

size_t dumps_scores(const struct view *view, size_t n_estimators)
{
	return peak_seen(view) ? n_estimators : view->n;
}

void booking_free(struct booking *booking)
{
	free(booking->order);
	booking->order = NULL;
	booking->room = 0;
}

/* Room for two entries per kept sample. */
static bool make_room(struct booking *booking, size_t n)
{
	if (booking->room >= 2 * n)
		return true;
	void *grown = reallocarray(booking->order, 2 * n, sizeof *booking->order);
	if (!grown)
		return false;
	booking->order = grown;
	booking->room = 2 * n;
	return true;
}

static uint64_t birth(const struct booking *booking, const struct kept *kept)
{
	return column_get(&booking->trace->birth, kept->row);
}

/* Position at which the object is gone; past every dump where it stays. */
static uint64_t death(const struct booking *booking, const struct kept *kept)
{
	uint64_t at = column_get(&booking->trace->death, kept->row);
	return at ? at : UINT64_MAX;
}

struct sorting {
	const struct booking *booking;
	const struct kept *kept;
};

/* Entry 2 i is the birth of kept sample i, 2 i + 1 its death. */
static uint64_t when(const struct sorting *sorting, size_t entry)
{
	const struct kept *kept = &sorting->kept[entry / 2];
	return entry % 2 ? death(sorting->booking, kept) : birth(sorting->booking, kept);
}

static int earlier(const void *a, const void *b, void *context)
{
	size_t x = *(const size_t *)a, y = *(const size_t *)b;
	uint64_t at_x = when(context, x), at_y = when(context, y);
	return at_x != at_y ? (at_x < at_y ? -1 : 1) : x < y ? -1 : x > y;
}

static bool sort(struct booking *booking, const struct tally *tally)
{
	if (!make_room(booking, tally->n + 1))
		return false;
	for (size_t i = 0; i < 2 * tally->n; i++)
		booking->order[i] = i;
	struct sorting sorting = {booking, tally->kept};
	qsort_r(booking->order, 2 * tally->n, sizeof *booking->order, earlier, &sorting);
	return true;
}

/* Births and deaths of the samples in order, the dumps in between. */
static bool book_in_order(struct booking *booking, struct scorer *scorer, struct tally *tally, struct score *score)
{
	const struct view *view = booking->view;
	struct sorting sorting = {booking, tally->kept};
	size_t entry = 0;
	if (!sort(booking, tally))
		return false;
	for (size_t d = 0; d < view->n; d++) {
		for (; entry < 2 * tally->n && when(&sorting, booking->order[entry]) <= view->dump[d].clock; entry++) {
			size_t which = booking->order[entry];
			if (which % 2)
				tally_discount(tally, &tally->kept[which / 2]);
			else
				tally_count(tally, &tally->kept[which / 2]);
		}
		scorer_book(scorer, &view->dump[d].rows, tally, &score[d]);
	}
	return true;
}

/* The position at which the estimate of live bytes is largest, the first of them. */
static uint64_t seen_peak(const struct booking *booking, const struct tally *tally, const struct weighing *weighing)
{
	struct sorting sorting = {booking, tally->kept};
	double live = 0, highest = 0;
	uint64_t at = 0;
	for (size_t i = 0; i < 2 * tally->n; i++) {
		size_t entry = booking->order[i];
		const struct kept *kept = &tally->kept[entry / 2];
		double bytes = estimator_finish(&kept->of, &weighing[kept->class]).bytes;
		live += entry % 2 ? -bytes : bytes;
		if (live > highest) {
			highest = live;
			at = when(&sorting, entry);
		}
	}
	return at;
}

/* What is alive at a position. */
static void pick(const struct booking *booking, struct tally *tally, size_t n, uint64_t at)
{
	for (size_t i = 0; i < n; i++)
		if (birth(booking, &tally->kept[i]) <= at && death(booking, &tally->kept[i]) > at)
			tally_count(tally, &tally->kept[i]);
}

void dumps_pick(const struct booking *booking, struct tally *tally, const struct dump *dump)
{
	if (tally->keep)
		pick(booking, tally, tally->n, dump->clock);
}

static bool book_peak_seen(struct booking *booking, struct scorer *scorer, struct tally *tally, struct score *score)
{
	if (!sort(booking, tally))
		return false;
	size_t n = tally->n;
	uint64_t draws = tally->draws;
	for (size_t e = 0; e < scorer->estimators; e++) {
		uint64_t at = seen_peak(booking, tally, &scorer->weighing[e * scorer->classes]);
		pick(booking, tally, n, at);
		scorer_book(scorer, &booking->view->dump[0].rows, tally, &score[e]);
		tally_clear(tally);
		tally->n = n; /* the samples themselves are still there */
		tally->draws = draws;
	}
	return true;
}

bool dumps_book(struct booking *booking, struct scorer *scorer, struct tally *tally, struct score *score)
{
	bool ok = true;
	if (!tally->keep)
		scorer_book(scorer, &booking->view->dump[0].rows, tally, &score[0]);
	else if (peak_seen(booking->view))
		ok = book_peak_seen(booking, scorer, tally, score);
	else
		ok = book_in_order(booking, scorer, tally, score);
	tally_clear(tally);
	return ok;
}
