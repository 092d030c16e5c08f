// SPDX-License-Identifier: BSD-3-Clause
// Register loops for SVE: four vectors of A by six columns, whatever the length of a vector; for 256 bits 16 x 6 double
// and 32 x 6 single, for 512 twice the rows.
//
// The NEON loops' order (neon_frame.inc) on longer registers: B is loaded 16 bytes at a time, repeated in every 128-bit
// segment, where fmla takes its element from. 24 sums are enough for two pipes of 9 cycles (A64FX).
//
// Argument: x0 -> LoopArguments (register_loop.hpp).
// x1: A; x2: B; x3: C; x4: its leading dimension in bytes; z0-z3: A; z4-z7: B; z8-z31: C, column by column. p0: all.

#include "kernel/argument_offsets.h"

        .arch armv8.2-a+sve
        .text

        // columns of C (one vector of each) += a * elements 0, 1 … of b
        .macro fmas e, a, b, columns:vararg
        .set lane, 0
        .irp c, \columns
        fma \e, \a, \b, \c
        .set lane, lane + 1
        .endr
        .endm
        .macro fma e, a, b, c
        fmla z\c\().\e, z\a\().\e, z\b\().\e[lane]
        .endm

        .macro zero registers:vararg
        .irp n, \registers
        zero_one \n
        .endr
        .endm
        .macro zero_one n
        mov z\n\().d, #0
        .endm

        .macro load_a at, register
        ldr z\register, [x1, #\at, mul vl]
        .endm

        // ---- double: B's six are three registers, with one to spare, which take turns as in NEON's 8 x 6
        .macro load_d
        load_a 0, 0
        load_a 1, 1
        load_a 2, 2
        load_a 3, 3
        ld1rqd {z4.d}, p0/z, [x2]
        ld1rqd {z5.d}, p0/z, [x2, #16]
        ld1rqd {z6.d}, p0/z, [x2, #32]
        add x2, x2, #48
        .endm
        .macro row_d a, b0, b1, b2, c0, c1, c2, c3, c4, c5
        fmas d, \a, \b0, \c0, \c1
        fmas d, \a, \b1, \c2, \c3
        fmas d, \a, \b2, \c4, \c5
        .endm
        .macro step_d at, b0, b1, b2, spare
        ld1rqd {z\spare\().d}, p0/z, [x2]
        row_d 0, \b0, \b1, \b2, 8, 12, 16, 20, 24, 28
        load_a 4 * (\at + 1), 0
        row_d 1, \b0, \b1, \b2, 9, 13, 17, 21, 25, 29
        load_a 4 * (\at + 1) + 1, 1
        row_d 2, \b0, \b1, \b2, 10, 14, 18, 22, 26, 30
        load_a 4 * (\at + 1) + 2, 2
        fmas d, 3, \b0, 11, 15
        ld1rqd {z\b0\().d}, p0/z, [x2, #16]
        fmas d, 3, \b1, 19, 23
        ld1rqd {z\b1\().d}, p0/z, [x2, #32]
        fmas d, 3, \b2, 27, 31
        load_a 4 * (\at + 1) + 3, 3
        add x2, x2, #48
        .endm
        .macro four_d
        step_d 0, 4, 5, 6, 7
        step_d 1, 7, 4, 5, 6
        step_d 2, 6, 7, 4, 5
        step_d 3, 5, 6, 7, 4
        .endm
        .macro last_d
        row_d 0, 4, 5, 6, 8, 12, 16, 20, 24, 28
        row_d 1, 4, 5, 6, 9, 13, 17, 21, 25, 29
        row_d 2, 4, 5, 6, 10, 14, 18, 22, 26, 30
        row_d 3, 4, 5, 6, 11, 15, 19, 23, 27, 31
        .endm

        // ---- single: B's six are one register of four and one of two, repeated in every 64 bits
        .macro load_s
        load_a 0, 0
        load_a 1, 1
        load_a 2, 2
        load_a 3, 3
        load_b_s 4, 5
        .endm
        .macro load_b_s b0, b1
        ld1rqw {z\b0\().s}, p0/z, [x2]
        ld1rd {z\b1\().d}, p0/z, [x2, #16]
        add x2, x2, #24
        .endm
        .macro row_s a, b0, b1, c0, c1, c2, c3, c4, c5
        fmas s, \a, \b0, \c0, \c1, \c2, \c3
        fmas s, \a, \b1, \c4, \c5
        .endm
        .macro step_s at, b0, b1, n0, n1
        load_b_s \n0, \n1
        row_s 0, \b0, \b1, 8, 12, 16, 20, 24, 28
        load_a 4 * (\at + 1), 0
        row_s 1, \b0, \b1, 9, 13, 17, 21, 25, 29
        load_a 4 * (\at + 1) + 1, 1
        row_s 2, \b0, \b1, 10, 14, 18, 22, 26, 30
        load_a 4 * (\at + 1) + 2, 2
        row_s 3, \b0, \b1, 11, 15, 19, 23, 27, 31
        load_a 4 * (\at + 1) + 3, 3
        .endm
        .macro four_s
        step_s 0, 4, 5, 6, 7
        step_s 1, 6, 7, 4, 5
        step_s 2, 4, 5, 6, 7
        step_s 3, 6, 7, 4, 5
        .endm
        .macro last_s
        row_s 0, 4, 5, 8, 12, 16, 20, 24, 28
        row_s 1, 4, 5, 9, 13, 17, 21, 25, 29
        row_s 2, 4, 5, 10, 14, 18, 22, 26, 30
        row_s 3, 4, 5, 11, 15, 19, 23, 27, 31
        .endm

        // ---- C[:, column] = alpha * sums, or fma(alpha, sums, C); alpha is in all of z0
        .macro store_one e, accumulate, at, c
        .if \accumulate
        ldr z1, [x3, #\at, mul vl]
        fmla z1.\e, p0/m, z\c\().\e, z0.\e
        .else
        fmul z1.\e, z\c\().\e, z0.\e
        .endif
        str z1, [x3, #\at, mul vl]
        .endm
        .macro store e, accumulate, c0, c1, c2, c3
        store_one \e, \accumulate, 0, \c0
        store_one \e, \accumulate, 1, \c1
        store_one \e, \accumulate, 2, \c2
        store_one \e, \accumulate, 3, \c3
        add x3, x3, x4
        .endm
        .macro store_all e, accumulate
        store \e, \accumulate, 8, 9, 10, 11
        store \e, \accumulate, 12, 13, 14, 15
        store \e, \accumulate, 16, 17, 18, 19
        store \e, \accumulate, 20, 21, 22, 23
        store \e, \accumulate, 24, 25, 26, 27
        store \e, \accumulate, 28, 29, 30, 31
        ldp d10, d11, [sp, #16]
        ldp d12, d13, [sp, #32]
        ldp d14, d15, [sp, #48]
        .cfi_remember_state
        ldp d8, d9, [sp], #64
        .cfi_def_cfa_offset 0
        ret
        .cfi_restore_state
        .endm

        // `bytes` of an element, as a power of two; `w`: its letter in broadcasts
        .macro register_loop e, bytes, w
        .globl numapack_sve_\e
        .hidden numapack_sve_\e
        .type numapack_sve_\e, %function
        .balign 64
numapack_sve_\e:
        .cfi_startproc
        stp d8, d9, [sp, #-64]!
        .cfi_def_cfa_offset 64
        stp d10, d11, [sp, #16]
        stp d12, d13, [sp, #32]
        stp d14, d15, [sp, #48]
        .irp n, 0, 1, 2, 3, 4, 5, 6, 7
        .cfi_offset 72 + \n, -64 + 8 * \n
        .endr
        ptrue p0.b
        ldp x5, x1, [x0, #LOOP_K]
        ldp x2, x3, [x0, #LOOP_B]
        ldr x4, [x0, #LOOP_LDC]
        lsl x4, x4, #\bytes
        zero 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
        cmp x5, #1
        b.lt 7f
        load_\e

        // (k - 1) / 4 bodies, so that loading one step ahead never leaves the panel: x9 plain ones, x10 that prefetch a
        // column of C each, and x11 plain ones again.
        sub x9, x5, #1
        lsr x9, x9, #2
        sub x5, x5, x9, lsl #2          // steps left for the end: 1 to 4
        mov x10, #6
        cmp x9, x10
        csel x10, x9, x10, lt
        sub x9, x9, x10
        mov x11, #8
        cmp x9, x11
        csel x11, x9, x11, lt
        sub x9, x9, x11
        mov x12, x3
        cbz x9, 2f
        .balign 32
1:      four_\e
        addvl x1, x1, #16
        subs x9, x9, #1
        b.ne 1b
2:      cbz x10, 4f
        .balign 32
3:      prfb pstl1keep, p0, [x12, #0, mul vl]
        prfb pstl1keep, p0, [x12, #2, mul vl]
        prfb pstl1keep, p0, [x12, #3, mul vl]
        add x12, x12, x4
        four_\e
        addvl x1, x1, #16
        subs x10, x10, #1
        b.ne 3b
        mov x9, x11
        cbnz x9, 1b

4:      last_\e
        subs x5, x5, #1
        b.eq 7f
        addvl x1, x1, #4
        load_\e
        b 4b

7:      add x5, x0, #LOOP_ALPHA
        ld1r\w {z0.\e}, p0/z, [x5]
        ldr x5, [x0, #LOOP_ENDING]
        cbz x5, 8f
        store_all \e, 1
8:      store_all \e, 0
        .cfi_endproc
        .size numapack_sve_\e, . - numapack_sve_\e
        .endm

        register_loop d, 3, d
        register_loop s, 2, w

        .section .note.GNU-stack, "", %progbits
