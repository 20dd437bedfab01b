/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HEAPODDS_WORKLOADS_WORKLOAD_H
#define HEAPODDS_WORKLOADS_WORKLOAD_H

#include "core/err.h"
#include "core/trace.h"

/* A generator of traces. arguments is what follows "name:" in the user's text ("" if nothing),
 * a private copy that may be modified. The trace is empty and named already. */
struct workload {
	const char *name, *summary, *grammar, *source;
	bool (*generate)(char *arguments, struct trace *, struct err *);
};

/* A reader of recorded traces. detect sees the first bytes of the file, decompressed. */
struct input;
struct format {
	const char *name, *summary, *source;
	bool (*detect)(const char *head, size_t n);
	bool (*read)(struct input *, struct trace *, struct err *);
};

/* NULL-terminated, generated from workloads/meson.build. */
extern const struct workload *const workloads[];
extern const struct format *const formats[];

/* Opens what the user named: a generator with its arguments ("server:seed=2"), a file in any
 * known format (plain, gzip or zstd), or "-" for standard input. A generator's name wins over a
 * file of that name; "./server" is the file. */
bool workload_open(const char *spec, struct trace *, struct err *);

/* How to open it. A zeroed one asks for nothing special. */
struct workload_options {
	const char *site_depth; /* how call stacks are grouped to sites (workloads/group.h); NULL: not */
	bool drop_pool;         /* leave out the first block of a recording if it is POOL_SIZE bytes */
	uint64_t memory;        /* bytes that what is read from a file may take; 0: half of the machine's */
};

/* The emergency pool for exceptions, which libstdc++ allocates when it is loaded: in recordings
 * that is often heaptrack's doing and not the program's. */
#define POOL_SIZE 72704

bool workload_open_as(const char *spec, const struct workload_options *, struct trace *, struct err *);

#endif
