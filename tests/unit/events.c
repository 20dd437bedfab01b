/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/events.h"
#include "tests/check.h"

TEST(events, births_and_deaths_in_their_order)
{
	struct trace trace;
	struct events events;
	check(trace_init(&trace, "given"));
	uint32_t site = sites_named(trace.sites, "s");
	check(trace_allocate(&trace, 10, site, 0));
	check(trace_allocate(&trace, 20, site, 0));
	check(trace_release(&trace, 0));
	check(trace_allocate(&trace, 5, site, 0));
	check(trace_release(&trace, 1));
	static const struct happening expected[] = {{0, false}, {1, false}, {0, true}, {2, false}, {1, true}};
	check(events_build(&events, &trace));
	check_u64(events.at.rows, 5);
	for (size_t i = 0; i < 5; i++) {
		struct happening happening = events_at(&events, i);
		check(happening.row == expected[i].row && happening.death == expected[i].death);
	}
	struct peak peak = events_peak(&events, &trace);
	check_u64(peak.bytes, 30);
	check_u64(peak.clock, 2);
	events_free(&events);
	trace_free(&trace);
}

TEST(events, nothing_happens_in_an_empty_trace)
{
	struct trace trace;
	struct events events;
	check(trace_init(&trace, "empty"));
	check(events_build(&events, &trace));
	check_u64(events_peak(&events, &trace).bytes, 0);
	check_u64(events_peak(&events, &trace).clock, 0);
	events_free(&events);
	trace_free(&trace);
}
