/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/check.h"

TEST(rng, pcg_oracle)
{
	check_skip("no C++ compiler, or no pcg_random.hpp (libpcg-cpp-dev)");
}
