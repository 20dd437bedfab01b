/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "workloads/group.h"

#include "workloads/fill.h"
#include <stdlib.h>
#include <string.h>

bool grouping_parse(struct grouping *grouping, const char *text, struct err *err)
{
	*grouping = (struct grouping){.text = text};
	if (!strcmp(text, "leaf")) {
		grouping->depth = 1;
		return true;
	}
	if (*text && !text[strspn(text, "0123456789")]) {
		unsigned long depth = strtoul(text, NULL, 10); /* too large: ULONG_MAX */
		grouping->depth = depth;
		return (depth >= 1 && depth <= GROUP_DEPTH_MAX) ||
			err_set(err, "--site-depth: \"%.60s\" is not 1 ... %d frames", text, GROUP_DEPTH_MAX);
	}
	int failed = *text ? regcomp(&grouping->regex, text, REG_EXTENDED) : REG_BADPAT;
	if (!failed)
		return true;
	char why[100] = "it is empty";
	if (*text)
		regerror(failed, &grouping->regex, why, sizeof why);
	return err_set(err, "--site-depth: \"%.60s\" is no number, not leaf and no regular expression: %s", text, why);
}

void grouping_free(struct grouping *grouping)
{
	if (!grouping->depth)
		regfree(&grouping->regex);
}

static bool no_memory(const struct trace *trace, struct err *err)
{
	return err_set(err, "%s: out of memory for its sites", trace->name);
}

/* The frame that a frame is grouped under: itself, or what the first parenthesis matched.
 * *matches: whether it is grouped at all. SITES_NONE: no memory. */
static uint32_t frame_of_match(const struct grouping *grouping, struct sites *sites, uint32_t frame, bool *matches)
{
	size_t n;
	const char *text = sites_text(sites, frame, &n);
	char *copy = strndup(text, n); /* ended by 0, and not moved by the frame that is made */
	regmatch_t match[2] = {{.rm_so = -1, .rm_eo = -1}, {.rm_so = -1, .rm_eo = -1}};
	*matches = copy && !regexec(&grouping->regex, copy, 2, match, 0);
	if (!copy)
		frame = SITES_NONE;
	else if (*matches && match[1].rm_eo > match[1].rm_so)
		frame = sites_frame(sites, copy + match[1].rm_so, (size_t)(match[1].rm_eo - match[1].rm_so));
	free(copy);
	return frame;
}

/* The one-frame stack that frames like this one are grouped under; 0: the frame does not match,
 * SITES_NONE: no memory. */
static uint32_t node_of_match(const struct grouping *grouping, struct sites *sites, uint32_t frame)
{
	bool matches;
	uint32_t under = frame_of_match(grouping, sites, frame, &matches);
	if (under == SITES_NONE)
		return SITES_NONE;
	return matches ? sites_node(sites, 0, under) : 0;
}

/* group[f]: of the trie's nodes, where frame f puts its stack. False: no memory, or none matches. */
static bool match_frames(const struct grouping *grouping, const struct trace *trace, uint32_t *group, uint32_t frames,
	struct err *err)
{
	bool any = false;
	for (uint32_t frame = 0; frame < frames; frame++) {
		group[frame] = node_of_match(grouping, trace->sites, frame);
		if (group[frame] == SITES_NONE)
			return no_memory(trace, err);
		any |= group[frame] != 0;
	}
	return any || err_set(err, "--site-depth: no frame of %s matches \"%.60s\"", trace->name, grouping->text);
}

/* Fills of_node: the group of every node that was there when frames were counted. A node's caller
 * has a lower number, so that one pass finds each answer, however deep the stacks. */
static void match_nodes(const struct sites *sites, const uint32_t *group, uint32_t *of_node, uint32_t nodes)
{
	of_node[0] = 0;
	for (uint32_t node = 1; node < nodes; node++) {
		uint32_t own = group[sites_top(sites, node)];
		of_node[node] = own ? own : of_node[sites_parent(sites, node)];
	}
}

/* Replaces the nodes of the sites, in node[], by those of their groups. */
static bool group_by_match(const struct grouping *grouping, const struct trace *trace, uint32_t *node, uint32_t n,
	struct err *err)
{
	uint32_t frames = sites_frames(trace->sites), nodes = sites_nodes(trace->sites);
	uint32_t *group = calloc(frames + 1u, sizeof *group), *of_node = calloc(nodes, sizeof *of_node);
	bool ok = (group && of_node) || no_memory(trace, err);
	ok = ok && match_frames(grouping, trace, group, frames, err);
	if (ok)
		match_nodes(trace->sites, group, of_node, nodes);
	for (uint32_t site = 0; ok && site < n; site++)
		if (of_node[node[site]])
			node[site] = of_node[node[site]];
	free(group);
	free(of_node);
	return ok;
}

/* The stack of the innermost frames of a node. */
static uint32_t truncated(struct sites *sites, uint32_t node, size_t depth)
{
	uint32_t frame[GROUP_DEPTH_MAX], rest = node;
	size_t n = 0;
	for (; n < depth && rest; rest = sites_parent(sites, rest))
		frame[n++] = sites_top(sites, rest);
	if (!rest)
		return node;
	uint32_t cut = 0;
	while (n > 0 && cut != SITES_NONE)
		cut = sites_node(sites, cut, frame[--n]);
	return cut;
}

static bool group_by_depth(const struct grouping *grouping, const struct trace *trace, uint32_t *node, uint32_t n,
	struct err *err)
{
	uint64_t most = fill_memory();
	for (uint32_t site = 0; site < n; site++) {
		node[site] = truncated(trace->sites, node[site], grouping->depth);
		if (node[site] == SITES_NONE || sites_memory(trace->sites) > most)
			return no_memory(trace, err);
	}
	return true;
}

static void mark_used(const struct trace *trace, bool *used)
{
	uint64_t site[BLOCK];
	for (size_t row = 0; row < trace->rows; row += BLOCK) {
		size_t n = trace->rows - row < BLOCK ? trace->rows - row : BLOCK;
		column_unpack(&trace->site, row, n, site);
		for (size_t i = 0; i < n; i++)
			used[site[i]] = true;
	}
}

/* Makes node[] the sites, and rows follow. Sites are numbered by their first allocation already, so
 * that the new numbers are not above the old ones and no cell of the column widens. */
static bool renumber(struct trace *trace, uint32_t *node, const bool *used, uint32_t n, struct err *err)
{
	sites_forget(trace->sites);
	for (uint32_t site = 0; site < n; site++) {
		node[site] = used[site] ? sites_site(trace->sites, node[site]) : 0;
		if (node[site] == SITES_NONE)
			return no_memory(trace, err);
	}
	for (size_t row = 0; row < trace->rows; row++)
		(void)column_set(&trace->site, row, node[column_get(&trace->site, row)]);
	return true;
}

bool trace_group_sites(struct trace *trace, const struct grouping *grouping, struct err *err)
{
	uint32_t n = sites_count(trace->sites);
	uint32_t *node = calloc(n + 1u, sizeof *node);
	bool *used = calloc(n + 1u, sizeof *used);
	bool ok = (node && used) || no_memory(trace, err);
	for (uint32_t site = 0; ok && site < n; site++)
		node[site] = sites_at(trace->sites, site);
	if (ok && grouping)
		ok = grouping->depth ? group_by_depth(grouping, trace, node, n, err)
				     : group_by_match(grouping, trace, node, n, err);
	if (ok) {
		mark_used(trace, used);
		ok = renumber(trace, node, used, n, err);
	}
	free(node);
	free(used);
	return ok;
}

bool trace_number_sites(struct trace *trace, struct err *err)
{
	return trace_group_sites(trace, NULL, err);
}
