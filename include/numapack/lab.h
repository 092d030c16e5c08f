/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef NUMAPACK_LAB_H
#define NUMAPACK_LAB_H

/**
 * Marks what the emulated machine (`numapack lab`) counts: the accesses of all threads between START and
 * STOP.
 *
 * A mark is one instruction that does nothing on real hardware: on x86-64 a long NOP with a displacement that
 * nobody uses, on aarch64 a move of a constant into the zero register. Any thread may give it; a START while
 * counting and a STOP while not are ignored. Marks also keep the compiler from moving memory accesses over
 * them. On other architectures they are only that.
 */
#if defined(__x86_64__)
/* nopl 0xNN4c4e5a(%rax,%rax,1): "ZNL" and the number of the mark. */
#define NUMAPACK_LAB_MARK_TEXT(number) ".byte 0x0f,0x1f,0x84,0x00,0x5a,0x4e,0x4c," #number
#elif defined(__aarch64__)
/* movz xzr, #0x4eNN, lsl #48 */
#define NUMAPACK_LAB_MARK_TEXT(number) ".inst 0xd2e9c01f + ((" #number ") << 5)"
#else
#define NUMAPACK_LAB_MARK_TEXT(number) ""
#endif

#define NUMAPACK_LAB_MARK(number) __asm__ __volatile__(NUMAPACK_LAB_MARK_TEXT(number) : : : "memory")

/** Accesses count from here on. */
#define NUMAPACK_LAB_START() NUMAPACK_LAB_MARK(1)
/** Accesses count no longer. */
#define NUMAPACK_LAB_STOP() NUMAPACK_LAB_MARK(0)

#endif
