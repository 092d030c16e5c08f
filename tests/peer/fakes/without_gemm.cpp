#include "naive.hpp"

FAKE_EXPORT int nothing_of_use();
int nothing_of_use() { return 1; }
