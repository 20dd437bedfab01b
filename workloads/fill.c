/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "workloads/fill.h"

#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

uint64_t fill_memory(void)
{
	long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
	return pages > 0 && page > 0 ? (uint64_t)pages * (uint64_t)page / 2 : UINT64_MAX;
}

bool fill_fits(const struct trace *trace, uint64_t rows, unsigned bytes, struct err *err)
{
	/* Birth is a position on a clock of up to two events a row. */
	uint64_t row = bytes + (rows > UINT32_MAX / 2 ? 8u : 4u);
	uint64_t most = fill_memory() / row;
	return rows <= most ||
		err_set(err,
			"workload %s: %" PRIu64 " allocations do not fit half of the memory of this "
			"machine, which holds %" PRIu64,
			trace->name, rows, most);
}

bool fill_allocate(struct trace *trace, uint64_t size, uint32_t site, uint32_t thread, struct err *err)
{
	if (trace_allocate(trace, size, site, thread))
		return true;
	bool too_many = trace->bytes + size > UINT64_C(1) << 63;
	return err_set(err,
		too_many ? "workload %s: more than 2^63 bytes after %zu allocations"
			 : "workload %s: out of memory after %zu allocations",
		trace->name, trace->rows);
}

bool fill_release(struct trace *trace, size_t row, struct err *err)
{
	return trace_release(trace, row) ||
		err_set(err, "workload %s: out of memory after %zu allocations", trace->name, trace->rows);
}

bool fill_site(struct trace *trace, const char *name, uint32_t *site, struct err *err)
{
	*site = sites_named(trace->sites, name);
	return *site != SITES_NONE || err_set(err, "workload %s: out of memory for its sites", trace->name);
}

bool fill_sites(struct trace *trace, uint32_t n, struct err *err)
{
	for (uint32_t i = 0; i < n; i++) {
		char name[32];
		uint32_t site;
		snprintf(name, sizeof name, "site-%" PRIu32, i);
		if (!fill_site(trace, name, &site, err))
			return false;
	}
	return true;
}
