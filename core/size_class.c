/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/size_class.h"

enum { TINY = 8, QUANTUM = 16, GROUP_0 = 64, CLASSES_BELOW_GROUPS = 5 }; /* 8 16 32 48 64 */
#define LARGEST (UINT64_C(7) << 60)

unsigned size_class_index(uint64_t size)
{
	if (size <= TINY)
		return 0;
	if (size <= GROUP_0)
		return (unsigned)((size + QUANTUM - 1) / QUANTUM);
	if (size > LARGEST)
		return SIZE_CLASSES - 1;
	unsigned base = 63 - (unsigned)__builtin_clzll(size - 1); /* 2^base < size <= 2^(base + 1) */
	uint64_t step = UINT64_C(1) << (base - 2);
	uint64_t k = (size - (UINT64_C(1) << base) + step - 1) / step; /* 1 ... 4 */
	return CLASSES_BELOW_GROUPS + 4 * (base - 6) + (unsigned)k - 1;
}

uint64_t size_class_at(unsigned index)
{
	if (index == 0)
		return TINY;
	if (index < CLASSES_BELOW_GROUPS)
		return (uint64_t)index * QUANTUM;
	unsigned base = 6 + (index - CLASSES_BELOW_GROUPS) / 4, k = 1 + (index - CLASSES_BELOW_GROUPS) % 4;
	return (UINT64_C(1) << base) + k * (UINT64_C(1) << (base - 2));
}

uint64_t size_class_of(uint64_t size)
{
	return size_class_at(size_class_index(size));
}
