// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <string.h>

// Numbers of the marks. START and STOP are public: numapack/lab.h.
enum Mark {
  MARK_STOP = 0,
  MARK_START = 1,
  MARK_WHOLE_START = 2,
  MARK_WHOLE_STOP = 3,
  MARK_CALIBRATION_BEGIN = 4,
  MARK_CALIBRATION_END = 5,
  MARK_TOUCH_END = 6,
  MARK_TOUCH = 64,  ///< + node: what this CPU accesses until MARK_TOUCH_END lies on that node
  MARK_CPU = 96,    ///< + node: this CPU belongs to that node
};

/// The number of the mark that an instruction is, or -1.
static inline int mark_in_code(const void* code, size_t bytes, int aarch64) {
  static const unsigned char x86[7] = {0x0f, 0x1f, 0x84, 0x00, 0x5a, 0x4e, 0x4c};
  if (!aarch64) return bytes == 8 && memcmp(code, x86, 7) == 0 ? ((const unsigned char*)code)[7] : -1;
  uint32_t word = 0;
  if (bytes != sizeof word) return -1;
  memcpy(&word, code, sizeof word);
  return (word & ~UINT32_C(0x1fe0)) == UINT32_C(0xd2e9c01f) ? (int)(word >> 5 & 0xff) : -1;
}
