// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "../plugin/marks.h"
#include "numapack/lab.h"

// The number of a mark is part of the instruction: one place in the code for each.

#define MARKS_OF_32(give, base)                                                                             \
  give(base, 0) give(base, 1) give(base, 2) give(base, 3) give(base, 4) give(base, 5) give(base, 6)         \
      give(base, 7) give(base, 8) give(base, 9) give(base, 10) give(base, 11) give(base, 12) give(base, 13) \
          give(base, 14) give(base, 15) give(base, 16) give(base, 17) give(base, 18) give(base, 19)         \
              give(base, 20) give(base, 21) give(base, 22) give(base, 23) give(base, 24) give(base, 25)     \
                  give(base, 26) give(base, 27) give(base, 28) give(base, 29) give(base, 30) give(base, 31)

static inline void mark(enum Mark which) {
  switch (which) {
    case MARK_WHOLE_START:
      NUMAPACK_LAB_MARK(2);
      break;
    case MARK_WHOLE_STOP:
      NUMAPACK_LAB_MARK(3);
      break;
    case MARK_CALIBRATION_BEGIN:
      NUMAPACK_LAB_MARK(4);
      break;
    case MARK_CALIBRATION_END:
      NUMAPACK_LAB_MARK(5);
      break;
    default:
      break;
  }
}

#if defined(__x86_64__)
#define TOUCH_TEXT "movb (%0), %%al\n"
#define TOUCH_CLOBBERS "al", "memory"
#else
#define TOUCH_TEXT "ldrb w9, [%0]\n"
#define TOUCH_CLOBBERS "w9", "memory"
#endif

/// Reads one byte of a page on `node`, and nothing else between the marks.
static inline void mark_touch(int node, const void* page) {
  switch (node) {
#define GIVE(base, n)                                                                               \
  case n:                                                                                           \
    __asm__ __volatile__(NUMAPACK_LAB_MARK_TEXT(base + n) "\n" TOUCH_TEXT NUMAPACK_LAB_MARK_TEXT(6) \
                         :                                                                          \
                         : "r"(page)                                                                \
                         : TOUCH_CLOBBERS);                                                         \
    break;
    MARKS_OF_32(GIVE, 64)
#undef GIVE
    default:
      break;
  }
}

/// The CPU that this thread is bound to belongs to `node`.
static inline void mark_cpu(int node) {
  switch (node) {
#define GIVE(base, n)            \
  case n:                        \
    NUMAPACK_LAB_MARK(base + n); \
    break;
    MARKS_OF_32(GIVE, 96)
#undef GIVE
    default:
      break;
  }
}
