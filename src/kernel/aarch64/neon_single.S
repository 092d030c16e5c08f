// SPDX-License-Identifier: BSD-3-Clause
// Register loops for NEON in single: the registers of the double ones with twice the rows.

#include "neon_frame.inc"

        // ---- 16 x 6: a step's six of B are one q and one d register
        .macro load_s16x6
        ldp q0, q1, [x1]
        ldp q2, q3, [x1, #32]
        ldr q4, [x2]
        ldr d5, [x2, #16]
        .endm
        .macro row_s16x6 a, b0, b1, c0, c1, c2, c3, c4, c5
        fmas 4s, s, \a, \b0, \c0, \c1, \c2, \c3
        fmas 4s, s, \a, \b1, \c4, \c5
        .endm
        .macro step_s16x6 at, b0, b1, n0, n1
        ldr q\n0, [x2, #24 * (\at + 1)]
        row_s16x6 0, \b0, \b1, 8, 12, 16, 20, 24, 28
        prfm pldl1keep, [x1, #64 * (\at + 8)]
        row_s16x6 1, \b0, \b1, 9, 13, 17, 21, 25, 29
        ldp q0, q1, [x1, #64 * (\at + 1)]
        row_s16x6 2, \b0, \b1, 10, 14, 18, 22, 26, 30
        ldr d\n1, [x2, #24 * (\at + 1) + 16]
        row_s16x6 3, \b0, \b1, 11, 15, 19, 23, 27, 31
        ldp q2, q3, [x1, #64 * (\at + 1) + 32]
        .endm
        .macro four_s16x6
        step_s16x6 0, 4, 5, 6, 7
        step_s16x6 1, 6, 7, 4, 5
        step_s16x6 2, 4, 5, 6, 7
        step_s16x6 3, 6, 7, 4, 5
        add x1, x1, #4 * 64
        add x2, x2, #4 * 24
        .endm
        .macro last_s16x6
        row_s16x6 0, 4, 5, 8, 12, 16, 20, 24, 28
        row_s16x6 1, 4, 5, 9, 13, 17, 21, 25, 29
        row_s16x6 2, 4, 5, 10, 14, 18, 22, 26, 30
        row_s16x6 3, 4, 5, 11, 15, 19, 23, 27, 31
        .endm

        // ---- 16 x 4
        .macro load_s16x4
        ldp q0, q1, [x1]
        ldp q2, q3, [x1, #32]
        ldr q4, [x2]
        .endm
        .macro step_s16x4 at, b, n
        ldr q\n, [x2, #16 * (\at + 1)]
        fmas 4s, s, 0, \b, 16, 20, 24, 28
        prfm pldl1keep, [x1, #64 * (\at + 8)]
        fmas 4s, s, 1, \b, 17, 21, 25, 29
        ldp q0, q1, [x1, #64 * (\at + 1)]
        fmas 4s, s, 2, \b, 18, 22, 26, 30
        fmas 4s, s, 3, \b, 19, 23, 27, 31
        ldp q2, q3, [x1, #64 * (\at + 1) + 32]
        .endm
        .macro four_s16x4
        step_s16x4 0, 4, 5
        step_s16x4 1, 5, 4
        step_s16x4 2, 4, 5
        step_s16x4 3, 5, 4
        add x1, x1, #4 * 64
        add x2, x2, #4 * 16
        .endm
        .macro last_s16x4
        fmas 4s, s, 0, 4, 16, 20, 24, 28
        fmas 4s, s, 1, 4, 17, 21, 25, 29
        fmas 4s, s, 2, 4, 18, 22, 26, 30
        fmas 4s, s, 3, 4, 19, 23, 27, 31
        .endm

        // ---- 8 x 4: two sets of A too, as in double 4 x 4
        .macro load_s8x4
        ldp q0, q1, [x1]
        ldr q4, [x2]
        .endm
        .macro step_s8x4 at, a0, a1, b, m0, m1, n
        ldp q\m0, q\m1, [x1, #32 * (\at + 1)]
        fmas 4s, s, \a0, \b, 16, 18, 20, 22
        ldr q\n, [x2, #16 * (\at + 1)]
        fmas 4s, s, \a1, \b, 17, 19, 21, 23
        .endm
        .macro four_s8x4
        prfm pldl1keep, [x1, #64 * 8]
        step_s8x4 0, 0, 1, 4, 2, 3, 5
        step_s8x4 1, 2, 3, 5, 0, 1, 4
        prfm pldl1keep, [x1, #64 * 9]
        step_s8x4 2, 0, 1, 4, 2, 3, 5
        step_s8x4 3, 2, 3, 5, 0, 1, 4
        add x1, x1, #4 * 32
        add x2, x2, #4 * 16
        .endm
        .macro last_s8x4
        fmas 4s, s, 0, 4, 16, 18, 20, 22
        fmas 4s, s, 1, 4, 17, 19, 21, 23
        .endm

        register_loop s16x6, 4s, s, 2, 4, 6, 8
        register_loop s16x4, 4s, s, 2, 4, 4, 12
        register_loop s8x4, 4s, s, 2, 2, 4, 16

        .section .note.GNU-stack, "", %progbits
