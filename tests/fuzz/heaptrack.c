/* SPDX-License-Identifier: GPL-3.0-or-later
 * libFuzzer target: any bytes, packed or not, as a recorded trace. First byte: how it is opened.
 *	CC=clang CXX=clang++ meson setup build-fuzz -Dfuzz=true -Db_sanitize=address,undefined -Db_lundef=false
 *	ninja -C build-fuzz tests/fuzz_heaptrack
 *	build-fuzz/tests/fuzz_heaptrack -timeout=10 -dict=tests/fuzz/heaptrack.dict CORPUS */
#include "core/class.h"
#include "core/events.h"
#include "workloads/workload.h"

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

#define HOLDS(condition) \
	do { \
		if (!(condition)) \
			__builtin_trap(); \
	} while (0)

/* What a trace that was taken promises. */
static void check_trace(const struct trace *trace)
{
	struct classes classes;
	struct events events;
	char name[256];
	HOLDS(trace->clock == trace->rows + trace->counters.frees);
	HOLDS(trace->live_bytes <= trace->bytes);
	HOLDS(classes_build(&classes, trace) && events_build(&events, trace));
	HOLDS(events_peak(&events, trace).bytes <= trace->bytes);
	for (uint32_t site = 0; site < classes.sites; site++) {
		HOLDS(classes.first[site] < classes.first[site + 1]); /* no site without an allocation */
		sites_name(trace->sites, site, name, sizeof name);
		HOLDS(site == 0 || sites_order(trace->sites, site - 1, site) != 0);
	}
	classes_free(&classes);
	events_free(&events);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	static const char *const depths[] = {NULL, NULL, "leaf", "3", "^(.*)[+]0x", "f"};
	if (n < 1)
		return 0;
	struct workload_options options = {.site_depth = depths[(data[0] >> 1) % (sizeof depths / sizeof *depths)],
		.drop_pool = data[0] & 1,
		.memory = 64 << 20};
	static int fd = -1;
	static char path[64];
	if (fd < 0) {
		fd = memfd_create("fuzz", 0);
		snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
	}
	HOLDS(!ftruncate(fd, 0) && pwrite(fd, data + 1, n - 1, 0) == (ssize_t)(n - 1));
	struct trace trace;
	struct err err = {0};
	if (workload_open_as(path, &options, &trace, &err)) {
		check_trace(&trace);
		trace_free(&trace);
	} else {
		HOLDS(err.set && *err.text && !trace.name);
	}
	return 0;
}
