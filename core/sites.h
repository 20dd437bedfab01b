/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HEAPODDS_CORE_SITES_H
#define HEAPODDS_CORE_SITES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The call stacks of a trace as a trie: a node is a frame and the node of its caller, node 0 is
 * the root and holds no frame. A site is a node at which something was allocated; sites are
 * numbered from 0 in the order in which they were first asked for. A generated workload has one
 * node per site, a child of the root. */
struct sites;

struct sites *sites_new(void); /* NULL: out of memory */
void sites_free(struct sites *);

/* Interns a frame name (any bytes but 0, length n) and returns its number; SITES_NONE: no memory. */
#define SITES_NONE UINT32_MAX
uint32_t sites_frame(struct sites *, const char *name, size_t n);
/* The child of a node for a frame, made if it is not there. */
uint32_t sites_node(struct sites *, uint32_t parent, uint32_t frame);
/* The site at a node, made if it is not there. */
uint32_t sites_site(struct sites *, uint32_t node);
/* The site of a one-frame stack: what generators use. */
uint32_t sites_named(struct sites *, const char *name);

uint32_t sites_count(const struct sites *);
/* Writes the frames of a site, innermost first, joined by ';', cut to room - 1 bytes and always
 * terminated; returns the full length as snprintf does. The root's own site is "(no stack)". */
size_t sites_name(const struct sites *, uint32_t site, char *out, size_t room);

#endif
