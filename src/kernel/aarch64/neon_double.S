// SPDX-License-Identifier: BSD-3-Clause
// Register loops for NEON in double: the paper's 8 x 6, 8 x 4 and 4 x 4 (Electronics 2021, 10, 1984, section 5).

#include "neon_frame.inc"

        // ---- 8 x 6: 24 sums, four vectors of A and three of B leave one register, which lets B's next one in. The four of B
        // take turns, and after four steps each is back in its place.
        .macro load_d8x6
        ldp q0, q1, [x1]
        ldp q2, q3, [x1, #32]
        ldp q4, q5, [x2]
        ldr q6, [x2, #32]
        .endm
        .macro row_d8x6 a, b0, b1, b2, c0, c1, c2, c3, c4, c5
        fmas 2d, d, \a, \b0, \c0, \c1
        fmas 2d, d, \a, \b1, \c2, \c3
        fmas 2d, d, \a, \b2, \c4, \c5
        .endm
        .macro step_d8x6 at, b0, b1, b2, spare
        ldr q\spare, [x2, #48 * (\at + 1)]
        row_d8x6 0, \b0, \b1, \b2, 8, 12, 16, 20, 24, 28
        prfm pldl1keep, [x1, #64 * (\at + 8)]
        row_d8x6 1, \b0, \b1, \b2, 9, 13, 17, 21, 25, 29
        ldp q0, q1, [x1, #64 * (\at + 1)]
        row_d8x6 2, \b0, \b1, \b2, 10, 14, 18, 22, 26, 30
        fmas 2d, d, 3, \b0, 11, 15
        ldr q\b0, [x2, #48 * (\at + 1) + 16]
        fmas 2d, d, 3, \b1, 19, 23
        ldr q\b1, [x2, #48 * (\at + 1) + 32]
        fmas 2d, d, 3, \b2, 27, 31
        ldp q2, q3, [x1, #64 * (\at + 1) + 32]
        .endm
        .macro four_d8x6
        step_d8x6 0, 4, 5, 6, 7
        step_d8x6 1, 7, 4, 5, 6
        step_d8x6 2, 6, 7, 4, 5
        step_d8x6 3, 5, 6, 7, 4
        add x1, x1, #4 * 64
        add x2, x2, #4 * 48
        .endm
        .macro last_d8x6
        row_d8x6 0, 4, 5, 6, 8, 12, 16, 20, 24, 28
        row_d8x6 1, 4, 5, 6, 9, 13, 17, 21, 25, 29
        row_d8x6 2, 4, 5, 6, 10, 14, 18, 22, 26, 30
        row_d8x6 3, 4, 5, 6, 11, 15, 19, 23, 27, 31
        .endm

        // ---- 8 x 4: B has two sets
        .macro load_d8x4
        ldp q0, q1, [x1]
        ldp q2, q3, [x1, #32]
        ldp q4, q5, [x2]
        .endm
        .macro row_d8x4 a, b0, b1, c0, c1, c2, c3
        fmas 2d, d, \a, \b0, \c0, \c1
        fmas 2d, d, \a, \b1, \c2, \c3
        .endm
        .macro step_d8x4 at, b0, b1, n0, n1
        ldp q\n0, q\n1, [x2, #32 * (\at + 1)]
        row_d8x4 0, \b0, \b1, 16, 20, 24, 28
        prfm pldl1keep, [x1, #64 * (\at + 8)]
        row_d8x4 1, \b0, \b1, 17, 21, 25, 29
        ldp q0, q1, [x1, #64 * (\at + 1)]
        row_d8x4 2, \b0, \b1, 18, 22, 26, 30
        row_d8x4 3, \b0, \b1, 19, 23, 27, 31
        ldp q2, q3, [x1, #64 * (\at + 1) + 32]
        .endm
        .macro four_d8x4
        step_d8x4 0, 4, 5, 6, 7
        step_d8x4 1, 6, 7, 4, 5
        step_d8x4 2, 4, 5, 6, 7
        step_d8x4 3, 6, 7, 4, 5
        add x1, x1, #4 * 64
        add x2, x2, #4 * 32
        .endm
        .macro last_d8x4
        row_d8x4 0, 4, 5, 16, 20, 24, 28
        row_d8x4 1, 4, 5, 17, 21, 25, 29
        row_d8x4 2, 4, 5, 18, 22, 26, 30
        row_d8x4 3, 4, 5, 19, 23, 27, 31
        .endm

        // ---- 4 x 4: eight sums leave time for one load only after the last use of a register, so A has two
        // sets here
        .macro load_d4x4
        ldp q0, q1, [x1]
        ldp q4, q5, [x2]
        .endm
        .macro row_d4x4 a, b0, b1, c0, c1, c2, c3
        fmas 2d, d, \a, \b0, \c0, \c1
        fmas 2d, d, \a, \b1, \c2, \c3
        .endm
        .macro step_d4x4 at, a0, a1, b0, b1, m0, m1, n0, n1
        ldp q\m0, q\m1, [x1, #32 * (\at + 1)]
        row_d4x4 \a0, \b0, \b1, 16, 18, 20, 22
        ldp q\n0, q\n1, [x2, #32 * (\at + 1)]
        row_d4x4 \a1, \b0, \b1, 17, 19, 21, 23
        .endm
        .macro four_d4x4
        prfm pldl1keep, [x1, #64 * 8]
        step_d4x4 0, 0, 1, 4, 5, 2, 3, 6, 7
        step_d4x4 1, 2, 3, 6, 7, 0, 1, 4, 5
        prfm pldl1keep, [x1, #64 * 9]
        step_d4x4 2, 0, 1, 4, 5, 2, 3, 6, 7
        step_d4x4 3, 2, 3, 6, 7, 0, 1, 4, 5
        add x1, x1, #4 * 32
        add x2, x2, #4 * 32
        .endm
        .macro last_d4x4
        row_d4x4 0, 4, 5, 16, 18, 20, 22
        row_d4x4 1, 4, 5, 17, 19, 21, 23
        .endm

        register_loop d8x6, 2d, d, 3, 4, 6, 8
        register_loop d8x4, 2d, d, 3, 4, 4, 12
        register_loop d4x4, 2d, d, 3, 2, 4, 16

        .section .note.GNU-stack, "", %progbits
