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
 * terminated; returns the full length as snprintf does. The root's own site is "(no stack)". When
 * SITES_NAME_MAX bytes have been passed the outer frames are "...": a file of a few MB can hold a
 * stack of a million frames under each of a million sites. */
#define SITES_NAME_MAX (1 << 16)
size_t sites_name(const struct sites *, uint32_t site, char *out, size_t room);
/* Which of two sites comes first by name, as strcmp says it where no frame holds a ';'; by number
 * in names that agree in 256 frames and more. No name is made: with many sites of the same size
 * that would take minutes. */
int sites_order(const struct sites *, uint32_t a, uint32_t b);

/* The trie from within. Nodes are numbered from the root, 0; a caller's number is below that of
 * what it calls. Frames are numbered from 0. */
uint32_t sites_nodes(const struct sites *);
uint32_t sites_frames(const struct sites *);
uint32_t sites_at(const struct sites *, uint32_t site);     /* the node of a site */
uint32_t sites_parent(const struct sites *, uint32_t node); /* of the root: 0 */
uint32_t sites_top(const struct sites *, uint32_t node);    /* its frame; SITES_NONE: the root */
/* The text of a frame, not terminated, until the next frame is made. */
const char *sites_text(const struct sites *, uint32_t frame, size_t *n);

/* No node is a site any more: sites_site numbers them from 0 again. Frames and nodes stay. */
void sites_forget(struct sites *);
size_t sites_memory(const struct sites *); /* bytes held */

#endif
