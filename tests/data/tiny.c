/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What tests/data/tiny.raw.* was recorded from: heaptrack -r, gcc -O0; and inlined.*: gcc -g -O2, the two
 * forms of one recording. */
#include <malloc.h>
#include <stdlib.h>

static void *volatile kept;

static void *node(void)
{
	return malloc(48);
}

static void *buffer(size_t n)
{
	return calloc(1, n);
}

int main(void)
{
	void *nodes[100];
	for (int i = 0; i < 100; i++)
		nodes[i] = node();
	for (int i = 0; i < 100; i += 2)
		free(nodes[i]);
	void *text = NULL;
	for (size_t n = 100; n <= 1000; n += 100) /* 10 allocations, 9 frees */
		text = realloc(text, n);
	kept = text;
	free(buffer(5000));
	kept = buffer(1 << 20);
	free(malloc(0));
	free(memalign(64, 256)); /* heaptrack sees the free only */
	return 0;
}
