// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/// Whether an ARM instruction is DC ZVA, which zeroes a block of memory without fetching it (Arm Architecture
/// Reference Manual, C5.3).
static inline bool zeroes_block(const void* code, size_t bytes) {
  uint32_t word = 0;
  if (bytes != sizeof word) return false;
  memcpy(&word, code, sizeof word);
  return (word & ~UINT32_C(0x1f)) == UINT32_C(0xd50b7420);
}

/// Whether an x86-64 instruction stores around the caches: MOVNTI, MOVNTPS and MOVNTPD, MOVNTQ and MOVNTDQ,
/// in the legacy, the VEX and the EVEX encoding (Intel SDM, volume 2). ARM has no such store: its STNP is a
/// hint, which allocates in the caches like any other here.
static inline bool stores_stream(const void* code, size_t bytes) {
  const unsigned char* at = (const unsigned char*)code;
  const unsigned char* const end = at + bytes;
  size_t skipped = 0;     // of an instruction with VEX or EVEX, up to its opcode
  bool first_map = true;  // opcodes that begin with 0f
  while (at < end && (*at == 0x66 || *at == 0x67 || *at == 0x64 || *at == 0x65 || *at == 0x2e || *at == 0x3e))
    at++;
  if (at == end) return false;
  if (*at == 0xc5) {
    skipped = 2;
  } else if (*at == 0xc4 || *at == 0x62) {
    skipped = *at == 0xc4 ? 3 : 4;
    first_map = end - at > 1 && (at[1] & (*at == 0xc4 ? 0x1f : 0x07)) == 1;
  } else {
    if ((*at & 0xf0) == 0x40) at++;  // REX
    if (at == end || *at != 0x0f) return false;
    skipped = 1;
  }
  if (!first_map || (size_t)(end - at) <= skipped) return false;
  const unsigned char opcode = at[skipped];
  return opcode == 0x2b || opcode == 0xe7 || (opcode == 0xc3 && skipped == 1);
}
