# SPDX-License-Identifier: BSD-3-Clause
# Register loops for AVX2 with FMA: 8 x 6 double, 16 x 6 single.
#
# Why assembly: the twelve sums, two vectors of A and two of B fill the sixteen registers exactly. GCC 12 keeps them there
# too, but its loop from intrinsics is slower (CL-002). A step is 12 FMAs (6 cycles on two ports) next to 8 loads; registers
# are renamed, so loading at the head of a step is as good as loading ahead (CL-004). A comes from L2 by itself: prefetching
# it takes issue slots that a busy sibling thread wants, too (Z3-045). Where there is AVX-512 its loop is about twice as
# fast (CL-005).
#
# Argument: rdi -> LoopArguments, PackingArguments or PackAheadArguments (register_loop.hpp).
# ymm0, ymm1: A; ymm2, ymm3: B; ymm4-15: C, ymm(4 + 2 column + vector).

#include "kernel/argument_offsets.h"

        .intel_syntax noprefix
        .text

#include "avx2_steps.inc"

#include "endings.inc"
#include "kept_registers.inc"

        # Two bodies for each line that is packed ahead, less of r11, which are left: with one, lines are used faster than
        # they come. Of a column that comes soon three lines are prefetched, after which the processor's prefetchers follow.
        # rdi: from; rbx: to; r12: ahead; r13: panel; r14, r15: from a column's last line to the next column; r10: lines left of
        # a column, r9 of all.
        .macro pack_ahead s, b, store, bytes
        mov r9, [rdi + PACK_AHEAD_COUNT]
        test r9, r9
        jz 12f
        mov [rsp - 8], rdi              # below the stack pointer is ours: nothing is called from here
        mov r10, [rdi + PACK_AHEAD_LINES]
        mov [rsp - 24], r10
        mov r14, r10
        shl r14, 6
        neg r14
        add r14, [rdi + PACK_AHEAD_LEADING]
        mov r13, [rdi + PACK_AHEAD_PANEL]
        mov r15, r10
        imul r15, r13
        neg r15
        add r15, 64
        mov r10, [rdi + PACK_AHEAD_LEFT]
        mov r12, [rdi + PACK_AHEAD_PREFETCHED]
        mov rbx, [rdi + PACK_AHEAD_TO]
        mov rdi, [rdi + PACK_AHEAD_FROM]
        sub r11, r9
        sub r11, r9
        .balign 32
11:     vmovups ymm0, [rdi]
        vmovups ymm1, [rdi + 32]
        add rdi, 64
        vmovaps [rbx], ymm0
        vmovaps [rbx + 32], ymm1
        add rbx, r13
        four_steps \s, \b, \store, \bytes
        four_steps \s, \b, \store, \bytes
        dec r10
        jnz 13f
        add rdi, r14
        add rbx, r15
        mov r10, [rsp - 24]
        prefetcht1 [rdi + r12]
        prefetcht1 [rdi + r12 + 64]
        prefetcht1 [rdi + r12 + 128]
13:     dec r9
        jnz 11b
        mov rdi, [rsp - 8]
12:
        .endm

        .macro register_loop name, s, b, store, bytes, swap
        .globl \name
        .hidden \name
        .type \name, @function
        .balign 64
\name:
        .cfi_startproc
        mov rax, [rdi + LOOP_K]
        mov rsi, [rdi + LOOP_A]
        mov rdx, [rdi + LOOP_B]
        mov rcx, [rdi + LOOP_TARGET]
        mov r8, [rdi + LOOP_LDT]
        imul r8, r8, \bytes
        .irp n, 4,5,6,7,8,9,10,11,12,13,14,15
        vxorps xmm\n, xmm\n, xmm\n
        .endr
        test rax, rax
        jle 8f
        .if b_lies
        keep rbx, r12, r13, r14
        mov r12, [rdi + PACKING_B_COLUMN]
        mov rbx, [rdi + PACKING_PACKED_B]
        lea r13, [r12 + 2 * r12]
        lea r14, [r12 + 4 * r12]
        .endif

        .if packs_ahead
        keep rbx, r12, r13, r14, r15
        .endif

        # k / 4 bodies. Long tiles: eight stretches of as many, each line of which prefetches one of what comes next; the first
        # body of six of them prefetches a column of C, too. In one burst they would hold the fill buffers that A's stream needs.
        lea r10, [rax - 1]
        shr r10, 2
        mov r9, rax
        shr r9, 2
        and eax, 3
        .if packs_ahead == 0
        cmp r10, 31
        jl 1f
        mov [rsp - 8], rdi              # below the stack pointer is ours: nothing is called from here
        lea r11, [r10 - 16]
        cmp r10, 48
        cmovl r11, r10
        shr r11, 3                      # bodies a stretch, see ahead_bytes()
        lea r10, [8 * r11]
        sub r9, r10
        mov [rsp - 16], r9              # bodies behind the stretches
        mov [rsp - 24], r11
        mov r10, [rdi + LOOP_AHEAD_STRIDE]
        mov r9, r11
        shl r9, 6
        sub r10, r9
        cmp qword ptr [rdi + LOOP_AHEAD_STRIDE], 0
        mov r9d, 0
        cmove r10, r9
        mov rdi, [rdi + LOOP_AHEAD]
        mov r9d, 8
7:      cmp r9, 2
        jle 2f
        prefetcht0 [rcx]
        prefetcht0 [rcx + 63]
        add rcx, r8
        .balign 32
2:      prefetcht1 [rdi]
        add rdi, 64
        four_steps \s, \b, \store, \bytes
        dec r11
        jnz 2b
        add rdi, r10
        mov r11, [rsp - 24]
        dec r9
        jnz 7b
        mov rdi, [rsp - 8]
        mov r11, [rsp - 16]
        jmp 5f
        .endif

        # Short ones: a column of C each in the first six bodies.
1:      mov r10, 6
        cmp r9, r10
        cmovl r10, r9
        sub r9, r10
        mov r11, r9
        test r10, r10
        jz 5f
        .balign 32
4:      prefetcht0 [rcx]
        prefetcht0 [rcx + 63]
        add rcx, r8
        four_steps \s, \b, \store, \bytes
        dec r10
        jnz 4b
5:
        .if packs_ahead
        pack_ahead \s, \b, \store, \bytes
        .endif
        test r11, r11
        jz 9f
        .balign 32
3:      four_steps \s, \b, \store, \bytes
        dec r11
        jnz 3b

        # the last 0 to 3 steps
9:      test eax, eax
        jz 10f
6:      step \s, \b, \store, \bytes, 0
        pass 1, \bytes
        dec eax
        jnz 6b
10:
        .if b_lies
        restore rbx, r12, r13, r14
        .endif
        .if packs_ahead
        restore rbx, r12, r13, r14, r15
        .endif

8:      mov rcx, [rdi + LOOP_C]
        mov r8, [rdi + LOOP_LDC]
        imul r8, r8, \bytes
        vbroadcast\b ymm0, [rdi + LOOP_ALPHA]
        finish \s, \swap
        .cfi_endproc
        .size \name, . - \name
        .endm

        .set packs_ahead, 0
        .set b_lies, 0
        register_loop numapack_avx2_d8x6, pd, sd, vmovsd, 8, 5
        register_loop numapack_avx2_s16x6, ps, ss, vmovss, 4, 0xb1

        # B as it lies, in six columns of reals or three of complex ones: each element that is broadcast is stored, too.
        .set b_lies, 1
        register_loop numapack_avx2_d8x6_packing_b, pd, sd, vmovsd, 8, 5
        register_loop numapack_avx2_s16x6_packing_b, ps, ss, vmovss, 4, 0xb1
        .set b_lies, 2
        register_loop numapack_avx2_z4x3_packing_b, pd, sd, vmovsd, 8, 5
        register_loop numapack_avx2_c8x3_packing_b, ps, ss, vmovss, 4, 0xb1

        # What comes next is packed.
        .set b_lies, 0
        .set packs_ahead, 1
        register_loop numapack_avx2_d8x6_pack_ahead, pd, sd, vmovsd, 8, 5
        register_loop numapack_avx2_s16x6_pack_ahead, ps, ss, vmovss, 4, 0xb1

        .section .note.GNU-stack, "", @progbits
