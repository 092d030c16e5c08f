# SPDX-License-Identifier: BSD-3-Clause
# Register loops for AVX-512: 24 x 8 double, 48 x 8 single; the same on the first two thirds or the first third of a
# panel's rows, for tiles at the lower edge.
#
# Why assembly: GCC 12 copies and spills registers in the same loop written with intrinsics (CL-001). A step is 24 FMAs (12
# cycles on two ports) next to 11 loads; A is loaded one step ahead, B is broadcast. A comes from L2 by itself: prefetching it
# 8 steps ahead takes issue slots that a busy sibling thread wants, too (CL-027).
#
# Argument: rdi -> LoopArguments, PackingArguments or PackAheadArguments (register_loop.hpp).
# zmm0-2 and zmm3-5: A of even and odd steps; zmm6, zmm7: B; zmm8-31: C, zmm(8 + 3 column + vector).

#include "kernel/argument_offsets.h"

        .intel_syntax noprefix
        .text

#include "avx512_steps.inc"
#include "avx512_sums.inc"
#include "avx512_pack_ahead.inc"
#include "endings.inc"
#include "kept_registers.inc"

        .macro register_loop name, s, b, bytes, swap
        .globl \name
        .hidden \name
        .type \name, @function
        .balign 64
\name:
        .cfi_startproc
        mov rax, [rdi + LOOP_K]
        mov rsi, [rdi + LOOP_A]
        mov rdx, [rdi + LOOP_B]
        mov rcx, [rdi + LOOP_C]
        .irp n, 8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
        vpxord zmm\n, zmm\n, zmm\n
        .endr
        test rax, rax
        jle 8f
        .if b_lies
        keep rbx, r12, r13, r14
        mov r12, [rdi + PACKING_B_COLUMN]
        mov rbx, [rdi + PACKING_PACKED_B]
        lea r13, [r12 + 2 * r12]
        lea r14, [r12 + 4 * r12]
        add r14, rdx
        .endif
        .if packs_ahead
        keep rbx, r12, r13, r14, r15
        .endif
        vmovaps zmm0, [rsi]
        if_vector 1, vmovaps zmm1, [rsi + 64]
        if_vector 2, vmovaps zmm2, [rsi + 128]

        # (k - 1) / 4 bodies, so that loading one step ahead never leaves the panel.
        lea r9, [rax - 1]
        shr r9, 2
        lea r11, [r9 * 4]
        sub rax, r11                    # steps left for the end: 1 to 4
        .if packs_ahead
        mov r10, 8
        cmp r9, r10
        cmovl r10, r9                   # rounds that prefetch C
        sub r9, r10
        mov r11, r9
        .else
        cmp r9, 31
        jl 12f

        # Long: each body prefetches one line of C, column by column, until 16 bodies (some 800 cycles) before the end. More
        # at a time hold the fill buffers that A's stream needs (CL-024 to CL-026). Where k is so small that a column would
        # get less than its three lines, until 7 bodies before the end (CL-036).
        mov [rsp - 8], rdi              # below the stack pointer is ours: nothing is called from here
        mov [rsp - 16], rax
        mov rcx, [rdi + LOOP_TARGET]
        mov rax, [rdi + LOOP_LDT]
        imul rax, rax, \bytes
        mov [rsp - 40], rax
        mov r8, [rdi + LOOP_AHEAD_STRIDE]
        mov rdi, [rdi + LOOP_AHEAD]             # what is read after this tile
        lea r10, [r9 - 16]
        cmp r9, 48
        cmovl r10, r9
        shr r10, 3                      # bodies a column
        mov rax, r10
        shl rax, 6
        neg rax
        add rax, r8
        test r8, r8
        cmovz rax, r8
        mov [rsp - 48], rax             # from the end of one stretch to the next
        lea rax, [r10 * 8]
        sub r9, rax
        mov r11, r9                     # bodies after those
        mov [rsp - 24], r10
        mov qword ptr [rsp - 32], 8
10:     mov r9, rcx
        lea rax, [rcx + 64 * vectors - 1]
        mov r10, [rsp - 24]
        .balign 32
11:     prefetchw [r9]
        prefetch_ahead
        add rdi, 64
        add r9, 64
        cmp r9, rax
        cmova r9, rax                   # the column may end in one line more
        four_steps \s, \b, \bytes
        dec r10
        jnz 11b
        add rcx, [rsp - 40]
        add rdi, [rsp - 48]
        dec qword ptr [rsp - 32]
        jnz 10b
        mov rdi, [rsp - 8]
        mov rax, [rsp - 16]
        mov rcx, [rdi + LOOP_C]
        jmp 4f

        # Short: the first 8 bodies that can prefetch a column of C each.
12:     mov r10, 8
        cmp r9, r10
        cmovl r10, r9                   # bodies that prefetch C
        sub r9, r10
        mov r11, 16
        cmp r9, r11
        cmovl r11, r9                   # bodies after those
        sub r9, r11                     # bodies before
        jz 2f
        .balign 32
1:      four_steps \s, \b, \bytes
        dec r9
        jnz 1b
        .endif
2:      mov r9, [rdi + LOOP_TARGET]
        mov r8, [rdi + LOOP_LDT]
        imul r8, r8, \bytes
        test r10, r10
        jz 4f
        .balign 32
3:      prefetch_column
        four_steps \s, \b, \bytes
        dec r10
        jnz 3b
4:
        .if packs_ahead
        pack_ahead \s, \b, \bytes
        .endif
        # C is prefetched again at the end: by then A and B of more than 128 steps have driven it out of L1 (Z4-018).
        .if by_columns
        mov r10, 8
        cmp r11, r10
        cmovl r10, r11                  # rounds that do
        sub r11, r10
        .endif
        test r11, r11
        jz 23f
        .balign 32
5:      four_steps \s, \b, \bytes
        dec r11
        jnz 5b
23:
        .if by_columns
        test r10, r10
        jz 6f
        mov r9, [rdi + LOOP_TARGET]
        mov r8, [rdi + LOOP_LDT]
        imul r8, r8, \bytes
        .balign 32
24:     prefetch_column
        four_steps \s, \b, \bytes
        dec r10
        jnz 24b
        .endif

        # Where that is the rest, as it mostly is, and C = A B or C + A B.
6:
        .if by_columns
        cmp rax, 4
        jne 16f
        .ifc \s, pd
        movabs r10, 0x3ff0000000000000
        cmp [rdi + LOOP_ALPHA], r10
        .else
        cmp dword ptr [rdi + LOOP_ALPHA], 0x3f800000
        .endif
        jne 16f
        mov r8, [rdi + LOOP_LDC]
        mov r10, [rdi + LOOP_ENDING]
        imul r8, r8, \bytes
        cmp r10, ENDING_ADD
        ja 16f
        jb 17f
        end_by_columns \s, \b, \bytes, 1
        jmp 18f
17:     end_by_columns \s, \b, \bytes, 0
18:
        .cfi_remember_state
        .if b_lies
        restore rbx, r12, r13, r14
        .endif
        .if packs_ahead
        restore rbx, r12, r13, r14, r15
        .endif
        vzeroupper
        ret
        .cfi_restore_state
        .endif

        # the last 1 to 4 steps
16:     dec rax
        jz 7f
        step \s, \b, \bytes, 0, 0, 1, 2, 3, 4, 5
        vmovaps zmm0, zmm3
        if_vector 1, vmovaps zmm1, zmm4
        if_vector 2, vmovaps zmm2, zmm5
        add rsi, 192
        pass_b 1, \bytes
        jmp 16b
7:      element \s, \b, \bytes, 6, 0, 0
        element \s, \b, \bytes, 7, 0, 1
        column \s, 8, 9, 10, 6, 0, 1, 2
        element \s, \b, \bytes, 6, 0, 2
        column \s, 11, 12, 13, 7, 0, 1, 2
        element \s, \b, \bytes, 7, 0, 3
        column \s, 14, 15, 16, 6, 0, 1, 2
        element \s, \b, \bytes, 6, 0, 4
        column \s, 17, 18, 19, 7, 0, 1, 2
        element \s, \b, \bytes, 7, 0, 5
        column \s, 20, 21, 22, 6, 0, 1, 2
        element \s, \b, \bytes, 6, 0, 6
        column \s, 23, 24, 25, 7, 0, 1, 2
        element \s, \b, \bytes, 7, 0, 7
        column \s, 26, 27, 28, 6, 0, 1, 2
        column \s, 29, 30, 31, 7, 0, 1, 2

        .if b_lies
        restore rbx, r12, r13, r14
        .endif
        .if packs_ahead
        restore rbx, r12, r13, r14, r15
        .endif
8:      mov r8, [rdi + LOOP_LDC]
        imul r8, r8, \bytes
        vbroadcast\b zmm0, [rdi + LOOP_ALPHA]
        finish \s, \swap
        .cfi_endproc
        .size \name, . - \name
        .endm

        .set packs_ahead, 0
        .set by_columns, 0
        .set b_lies, 0
        .set vectors, 3
        register_loop numapack_avx512_d24x8, pd, sd, 8, 0x55
        register_loop numapack_avx512_s48x8, ps, ss, 4, 0xb1
        .set vectors, 2
        register_loop numapack_avx512_d16x8, pd, sd, 8, 0x55
        register_loop numapack_avx512_s32x8, ps, ss, 4, 0xb1
        .set vectors, 1
        register_loop numapack_avx512_d8x8, pd, sd, 8, 0x55
        register_loop numapack_avx512_s16x8, ps, ss, 4, 0xb1

        # B as it lies, in eight columns of reals or four of complex ones: each element that is broadcast is stored, too, which
        # takes the store port that the loop leaves idle (a fifth more time than a packed tile, with B in L2; packing the panel
        # before takes two to three times that).
        .set vectors, 3
        .set b_lies, 1
        register_loop numapack_avx512_d24x8_packing_b, pd, sd, 8, 0x55
        register_loop numapack_avx512_s48x8_packing_b, ps, ss, 4, 0xb1
        .set b_lies, 2
        register_loop numapack_avx512_z12x4_packing_b, pd, sd, 8, 0x55
        register_loop numapack_avx512_c24x4_packing_b, ps, ss, 4, 0xb1

        # Real products with alpha = 1 end column by column. Stores that come all at once hold up Zen 4's FMAs; with no
        # multiplication by alpha, spread over a tile's last four steps, they cost next to nothing (Z4-011 to Z4-015). Not
        # measured on other cores, where C's columns are better read before any is written (store_all).
        .set by_columns, 1
        .set b_lies, 0
        register_loop numapack_avx512_d24x8_by_columns, pd, sd, 8, 0x55
        register_loop numapack_avx512_s48x8_by_columns, ps, ss, 4, 0xb1
        .set b_lies, 1
        register_loop numapack_avx512_d24x8_by_columns_packing_b, pd, sd, 8, 0x55
        register_loop numapack_avx512_s48x8_by_columns_packing_b, ps, ss, 4, 0xb1

        # What comes next is packed.
        .set b_lies, 0
        .set packs_ahead, 1
        register_loop numapack_avx512_d24x8_by_columns_pack_ahead, pd, sd, 8, 0x55
        register_loop numapack_avx512_s48x8_by_columns_pack_ahead, ps, ss, 4, 0xb1

        .section .note.GNU-stack, "", @progbits
