// SPDX-License-Identifier: BSD-3-Clause
#include "naive.hpp"

FAKE_EXPORT int nothing_of_use();
int nothing_of_use() { return 1; }
