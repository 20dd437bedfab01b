/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/trace.h"
#include "tests/check.h"

TEST(trace, counts_births_and_deaths_on_one_clock)
{
	struct trace trace;
	check(trace_init(&trace, "t"));
	uint32_t a = sites_named(trace.sites, "a"), b = sites_named(trace.sites, "b");
	check(trace_allocate(&trace, 100, a, 0));
	check(trace_allocate(&trace, 0, b, 2));
	check(trace_release(&trace, 0));
	check(trace_allocate(&trace, 7, a, 1));
	check_u64(trace.rows, 3);
	check_u64(trace.clock, 4);
	check_u64(trace.bytes, 107);
	check_u64(trace.live_bytes, 7);
	check_u64(trace.threads, 3);
	check_u64(trace.counters.frees, 1);
	check_u64(trace.counters.zero_sizes, 1);
	static const uint64_t births[] = {1, 2, 4}, deaths[] = {3, 0, 0};
	for (size_t row = 0; row < 3; row++) {
		check_u64(column_get(&trace.birth, row), births[row]);
		check_u64(column_get(&trace.death, row), deaths[row]);
	}
	trace_free(&trace);
	check(!trace.name && !trace.sites && trace.rows == 0);
}

TEST(trace, keeps_no_columns_that_say_nothing)
{
	struct trace trace;
	check(trace_init(&trace, "t"));
	uint32_t site = sites_named(trace.sites, "only");
	for (int i = 0; i < 200; i++)
		check(trace_allocate(&trace, 16, site, 0));
	trace_trim(&trace);
	check_u64(trace.site.width + trace.thread.width + trace.death.width + trace.hidden.width, 0);
	check_u64(trace.size.width + trace.birth.width, 2);
	check(trace_hide(&trace, 150));
	check_u64(trace.hidden.width, 1);
	check_u64(column_get(&trace.hidden, 150), 1);
	check_u64(column_get(&trace.hidden, 149), 0);
	trace_free(&trace);
}

TEST(trace, a_reallocation_is_a_free_and_an_allocation_that_knows_its_origin)
{
	struct trace trace;
	check(trace_init(&trace, "t"));
	uint32_t site = sites_named(trace.sites, "s");
	check(trace_allocate(&trace, 1, site, 0));
	check(trace_allocate(&trace, 100, site, 0));
	check(trace_reallocate(&trace, 1, 300, site, 0));
	check_u64(trace.rows, 3);
	check_u64(column_get(&trace.death, 1), 3);
	check_u64(column_get(&trace.birth, 2), 4);
	check_u64(column_get(&trace.origin, 2), 2);
	check_u64(column_get(&trace.origin, 1), 0);
	check_u64(trace.bytes, 401);
	check_u64(trace.live_bytes, 301);
	check_u64(trace.counters.reallocations, 1);
	check(!trace_reallocate(&trace, 2, TRACE_SIZE_MAX + 1, site, 0));
	check_u64(trace.live_bytes, 301);
	check_u64(trace.clock, 4);
	check_u64(column_get(&trace.death, 2), 0);
	trace_drop_first(&trace);
	check_u64(column_get(&trace.origin, 1), 1);
	trace_free(&trace);
}

TEST(trace, refuses_what_it_cannot_count)
{
	struct trace trace;
	check(trace_init(&trace, "t"));
	check(!trace_allocate(&trace, TRACE_SIZE_MAX + 1, 0, 0));
	uint64_t bytes = 0;
	while (bytes + TRACE_SIZE_MAX <= UINT64_C(1) << 63) {
		check(trace_allocate(&trace, TRACE_SIZE_MAX, 0, 0));
		bytes += TRACE_SIZE_MAX;
	}
	size_t rows = trace.rows;
	check(!trace_allocate(&trace, TRACE_SIZE_MAX, 0, 0));
	check_u64(trace.rows, rows);
	check_u64(trace.size.rows, rows);
	check_u64(trace.bytes, bytes);
	trace_free(&trace);
}

TEST(trace, says_what_is_not_to_be_trusted)
{
	check(trace_trust_text(0) && trace_trust_text(1));
	unsigned bits = 0;
	while (trace_trust_text(bits))
		bits++;
	check(bits >= 2 && bits <= 32);
	check(trace_trust_text(1000) == NULL);
}
