/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/rows.h"
#include "tests/check.h"
#include "tests/scene.h"

static void check_site(const struct scene *scene, size_t row, const char *name, uint64_t bytes, uint64_t objects)
{
	char text[80];
	sites_name(scene->trace.sites, scene->rows.site[row], text, sizeof text);
	check_text(text, name);
	check_u64(scene->rows.bytes[row], bytes);
	check_u64(scene->rows.objects[row], objects);
	check_u64(scene->rows.of_site[scene->rows.site[row]], row);
	check_u64(scene->rows.site_bytes[scene->rows.site[row]], bytes);
}

#define WORKLOAD "cycle:small=1*3,zebra=50*2,large=300,apple=25*4,large=1*5,mule=100,none=0*2"

TEST(rows, most_bytes_first_and_ties_by_name)
{
	struct scene scene;
	scene_open(&scene, WORKLOAD, SIZE_MAX);
	check_u64(scene.rows.n, 7);
	check_u64(scene.rows.shown, 6);
	check(!scene.rows.others);
	check_site(&scene, 0, "large", 305, 6);
	check_site(&scene, 1, "apple", 100, 4);
	check_site(&scene, 2, "mule", 100, 1);
	check_site(&scene, 3, "zebra", 100, 2);
	check_site(&scene, 4, "small", 3, 3);
	check_site(&scene, 5, "none", 0, 2);
	check_u64(rows_total(&scene.rows), 6);
	check_u64(scene.rows.bytes[6], 608);
	check_u64(scene.rows.objects[6], 18);
	scene_close(&scene);
}

TEST(rows, the_others_share_one)
{
	struct scene scene;
	scene_open(&scene, WORKLOAD, 2);
	const struct rows *rows = &scene.rows;
	check_u64(rows->n, 4);
	check_u64(rows->shown, 2);
	check(rows->others);
	check_site(&scene, 0, "large", 305, 6);
	check_site(&scene, 1, "apple", 100, 4);
	check_u64(rows->bytes[2], 203);
	check_u64(rows->objects[2], 8);
	check_u64(rows->bytes[3], 608);
	for (uint32_t site = 0; site < scene.classes.sites; site++)
		check(site == rows->site[0] || site == rows->site[1] || rows->of_site[site] == 2);
	scene_close(&scene);
}

TEST(rows, as_many_as_there_are_leaves_no_others)
{
	struct scene scene;
	scene_open(&scene, WORKLOAD, 6);
	check(scene.rows.n == 7 && !scene.rows.others);
	scene_close(&scene);
	scene_open(&scene, WORKLOAD, 5);
	check(scene.rows.n == 7 && scene.rows.others && scene.rows.objects[5] == 2);
	scene_close(&scene);
	scene_open(&scene, WORKLOAD, 0);
	check(scene.rows.n == 2 && scene.rows.others && scene.rows.shown == 0);
	check(scene.rows.bytes[0] == 608 && scene.rows.bytes[1] == 608);
	scene_close(&scene);
}
