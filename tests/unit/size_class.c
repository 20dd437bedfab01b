/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/size_class.h"
#include "tests/check.h"

/* The first classes as jemalloc's manual lists them. */
TEST(size_class, first_classes)
{
	static const uint64_t first[] = {8, 16, 32, 48, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512,
		640, 768, 896, 1024, 1280, 1536, 1792};
	for (unsigned i = 0; i < sizeof first / sizeof *first; i++)
		check_u64(size_class_at(i), first[i]);
	check_u64(size_class_at(36), 16384);
	check_u64(size_class_at(SIZE_CLASSES - 1), UINT64_C(0x7000000000000000));
}

TEST(size_class, rounds_up)
{
	static const uint64_t pairs[][2] = {{0, 8}, {1, 8}, {9, 16}, {17, 32}, {129, 160}, {1025, 1280}, {4097, 5120},
		{4153, 5120}, {14337, 16384}, {16385, 20480}, {524289, 655360}};
	for (unsigned i = 0; i < sizeof pairs / sizeof *pairs; i++)
		check_u64(size_class_of(pairs[i][0]), pairs[i][1]);
}

TEST(size_class, every_class_holds_itself_and_not_one_more)
{
	for (unsigned i = 0; i < SIZE_CLASSES; i++) {
		check_u64(size_class_index(size_class_at(i)), i);
		if (i + 1 < SIZE_CLASSES)
			check_u64(size_class_index(size_class_at(i) + 1), i + 1);
	}
}
