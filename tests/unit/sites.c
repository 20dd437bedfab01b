/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/sites.h"
#include "tests/check.h"
#include <stdio.h>
#include <string.h>

TEST(sites, are_numbered_as_asked_for)
{
	struct sites *sites = sites_new();
	check_u64(sites_count(sites), 0);
	check_u64(sites_named(sites, "b"), 0);
	check_u64(sites_named(sites, "a"), 1);
	check_u64(sites_named(sites, "b"), 0);
	check_u64(sites_named(sites, ""), 2); /* an empty name is a name */
	check_u64(sites_count(sites), 3);
	sites_free(sites);
}

TEST(sites, are_call_stacks)
{
	struct sites *sites = sites_new();
	uint32_t main_frame = sites_frame(sites, "main", 4), leaf = sites_frame(sites, "leafy", 4);
	uint32_t base = sites_node(sites, 0, main_frame);
	uint32_t node = sites_node(sites, base, leaf);
	check(node != base && base != 0);
	check_u64(sites_node(sites, base, leaf), node);
	check(sites_node(sites, 0, leaf) != node);
	uint32_t site = sites_site(sites, node), top = sites_site(sites, base), root = sites_site(sites, 0);
	char name[32];
	check_u64(sites_name(sites, site, name, sizeof name), 9);
	check_text(name, "leaf;main");
	sites_name(sites, top, name, sizeof name);
	check_text(name, "main");
	sites_name(sites, root, name, sizeof name);
	check_text(name, "(no stack)");
	check_u64(sites_site(sites, node), site);
	sites_free(sites);
}

TEST(sites, cut_names_like_snprintf)
{
	struct sites *sites = sites_new();
	uint32_t node =
		sites_node(sites, sites_node(sites, 0, sites_frame(sites, "outer", 5)), sites_frame(sites, "in", 2));
	uint32_t site = sites_site(sites, node);
	for (size_t room = 0; room <= 10; room++) {
		char name[12], whole[] = "in;outer";
		memset(name, '#', sizeof name);
		check_u64(sites_name(sites, site, name, room), 8);
		check(name[room] == '#');
		if (room > 0) {
			whole[room - 1 < 8 ? room - 1 : 8] = 0;
			check_text(name, whole);
		}
	}
	sites_free(sites);
}

TEST(sites, stay_apart_when_there_are_many)
{
	enum { MANY = 50000 };
	struct sites *sites = sites_new();
	char name[32], back[32];
	for (uint32_t i = 0; i < MANY; i++) {
		snprintf(name, sizeof name, "module-%u+0x%x", i % 7, i);
		check_u64(sites_named(sites, name), i);
	}
	for (uint32_t i = 0; i < MANY; i++) {
		snprintf(name, sizeof name, "module-%u+0x%x", i % 7, i);
		check_u64(sites_named(sites, name), i);
		sites_name(sites, i, back, sizeof back);
		check_text(back, name);
	}
	check_u64(sites_count(sites), MANY);
	sites_free(sites);
}

/* As strcmp orders the names, over frames that are prefixes of each other. */
TEST(sites, are_ordered_by_name)
{
	static const char *const texts[] = {"a", "a-", "a!b", "", "b", "ab", "a\xff"};
	enum { FRAMES = sizeof texts / sizeof *texts };
	struct sites *sites = sites_new();
	for (int i = 0; i < FRAMES; i++) {
		uint32_t outer = sites_node(sites, 0, sites_frame(sites, texts[i], strlen(texts[i])));
		sites_site(sites, outer);
		for (int j = 0; j < FRAMES; j++)
			sites_site(sites, sites_node(sites, outer, sites_frame(sites, texts[j], strlen(texts[j]))));
	}
	for (uint32_t a = 0; a < sites_count(sites); a++) {
		for (uint32_t b = 0; b < sites_count(sites); b++) {
			char name_a[32], name_b[32];
			sites_name(sites, a, name_a, sizeof name_a);
			sites_name(sites, b, name_b, sizeof name_b);
			int expected = strcmp(name_a, name_b), order = sites_order(sites, a, b);
			check((order == 0) == (a == b) && (order < 0) == (sites_order(sites, b, a) > 0));
			check_msg(!expected || (expected < 0) == (order < 0), "%s, %s", name_a, name_b);
		}
	}
	sites_free(sites);
}

/* A million sites, each in a stack that is deeper by one: nothing may recurse or take a time that
 * goes with depth times sites. */
TEST(sites, may_be_a_million_deep)
{
	enum { DEEP = 1000000 };
	struct sites *sites = sites_new();
	static char name[SITES_NAME_MAX + 64];
	uint32_t frame = sites_frame(sites, "f", 1), node = 0;
	for (uint32_t i = 0; i < DEEP; i++) {
		node = sites_node(sites, node, frame);
		check_u64(sites_site(sites, node), i);
	}
	size_t n = sites_name(sites, DEEP - 1, name, sizeof name);
	check(n > SITES_NAME_MAX && n < sizeof name && !strcmp(name + n - 6, ";f;..."));
	check_u64(sites_name(sites, 99, name, sizeof name), 199);
	for (uint32_t i = 1; i < 100000; i++)
		check(sites_order(sites, i - 1, i) < 0 && sites_order(sites, DEEP - i, DEEP - i - 1) > 0);
	sites_free(sites);
}
