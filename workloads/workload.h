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

#endif
