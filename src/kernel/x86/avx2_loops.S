# Register loops for AVX2 with FMA: 8 x 6 double, 16 x 6 single.
#
# Why assembly: the twelve sums, two vectors of A and two of B fill the sixteen registers exactly. GCC 12 keeps them
# there too, but its loop from intrinsics is 10 % slower on panels in L1 and 5 % on A in L2. A step is 12 FMAs (6 cycles
# on two ports) beside 8 loads and a prefetch; registers are renamed, so loading at the head of a step is as good as
# loading ahead. Measured beside the AVX-512 loop on Cascade Lake: 0.51 of its rate in L1, 0.55 to 0.6 with A in L2.
#
# Argument: rdi -> LoopArguments (register_loop.hpp): k 0, a 8, b 16, c 24, ldc 32, alpha 40, ending 48,
# target 64, ldt 72.
# ymm0, ymm1: A; ymm2, ymm3: B; ymm4-15: C, ymm(4 + 2 column + vector).

        .intel_syntax noprefix
        .text

        .set ahead, 16 * 64             # bytes of A, 16 steps: prefetched that far

        # C[:, column] += A * B[column]
        .macro column s, c0, c1, b
        vfmadd231\s ymm\c0, ymm0, ymm\b
        vfmadd231\s ymm\c1, ymm1, ymm\b
        .endm

        # One step; `at` is its place in the body.
        .macro step s, b, bytes, at
        vmovaps ymm0, [rsi + 64 * \at]
        vmovaps ymm1, [rsi + 64 * \at + 32]
        vbroadcast\b ymm2, [rdx + (6 * \at + 0) * \bytes]
        vbroadcast\b ymm3, [rdx + (6 * \at + 1) * \bytes]
        prefetcht0 [rsi + ahead + 64 * \at]
        column \s, 4, 5, 2
        vbroadcast\b ymm2, [rdx + (6 * \at + 2) * \bytes]
        column \s, 6, 7, 3
        vbroadcast\b ymm3, [rdx + (6 * \at + 3) * \bytes]
        column \s, 8, 9, 2
        vbroadcast\b ymm2, [rdx + (6 * \at + 4) * \bytes]
        column \s, 10, 11, 3
        vbroadcast\b ymm3, [rdx + (6 * \at + 5) * \bytes]
        column \s, 12, 13, 2
        column \s, 14, 15, 3
        .endm

        .macro four_steps s, b, bytes
        step \s, \b, \bytes, 0
        step \s, \b, \bytes, 1
        step \s, \b, \bytes, 2
        step \s, \b, \bytes, 3
        add rsi, 4 * 64
        add rdx, 4 * 6 * \bytes
        .endm

        # `macro` with these arguments, then a column's sums, for each column.
        .macro each_column macro, arguments:vararg
        \macro \arguments 4, 5
        \macro \arguments 6, 7
        \macro \arguments 8, 9
        \macro \arguments 10, 11
        \macro \arguments 12, 13
        \macro \arguments 14, 15
        .endm

        # What C[:, column] becomes: alpha * sums, or fma(alpha, sums, C).
        .macro complete s, accumulate, c0, c1
        .if \accumulate
        vfmadd213\s ymm\c0, ymm0, [rcx]
        vfmadd213\s ymm\c1, ymm0, [rcx + 32]
        add rcx, r8
        .else
        vmul\s ymm\c0, ymm\c0, ymm0
        vmul\s ymm\c1, ymm\c1, ymm0
        .endif
        .endm

        .macro store c0, c1
        vmovups [rcx], ymm\c0
        vmovups [rcx + 32], ymm\c1
        add rcx, r8
        .endm

        # All of C is read before any of it is written, see avx512_loops.S.
        .macro store_all s, accumulate
        mov r9, rcx
        each_column complete \s, \accumulate,
        mov rcx, r9
        each_column store
        .endm

        # Both columns of a complex one: the first += the second with re and im exchanged, in re the other way.
        .macro store_complex s, swap, accumulate, c0, c1, d0, d1
        vpermil\s ymm\d0, ymm\d0, \swap
        vpermil\s ymm\d1, ymm\d1, \swap
        vaddsub\s ymm\c0, ymm\c0, ymm\d0
        vaddsub\s ymm\c1, ymm\c1, ymm\d1
        .if \accumulate
        vadd\s ymm\c0, ymm\c0, [rcx]
        vadd\s ymm\c1, ymm\c1, [rcx + 32]
        .endif
        vmovups [rcx], ymm\c0
        vmovups [rcx + 32], ymm\c1
        add rcx, r8
        .endm

        .macro store_all_complex s, swap, accumulate
        store_complex \s, \swap, \accumulate, 4, 5, 6, 7
        store_complex \s, \swap, \accumulate, 8, 9, 10, 11
        store_complex \s, \swap, \accumulate, 12, 13, 14, 15
        .endm

#include "endings.inc"

        .macro register_loop name, s, b, bytes, swap
        .globl \name
        .hidden \name
        .type \name, @function
        .balign 64
\name:
        .cfi_startproc
        mov rax, [rdi]
        mov rsi, [rdi + 8]
        mov rdx, [rdi + 16]
        mov rcx, [rdi + 64]
        mov r8, [rdi + 72]
        imul r8, r8, \bytes
        .irp n, 4,5,6,7,8,9,10,11,12,13,14,15
        vxorps xmm\n, xmm\n, xmm\n
        .endr
        test rax, rax
        jle 8f

        # k / 4 bodies: r9 plain ones, r10 that prefetch a column of C each, and r11 plain ones again (some 800 cycles).
        # In one burst at the start the prefetches would hold the fill buffers that A's stream needs.
        mov r9, rax
        shr r9, 2
        and eax, 3
        mov r10, 6
        cmp r9, r10
        cmovl r10, r9
        sub r9, r10
        mov r11, 32
        cmp r9, r11
        cmovl r11, r9
        sub r9, r11
        jz 3f
        .balign 32
2:      four_steps \s, \b, \bytes
        dec r9
        jnz 2b
3:      test r10, r10
        jz 5f
        .balign 32
4:      prefetcht0 [rcx]
        prefetcht0 [rcx + 63]
        add rcx, r8
        four_steps \s, \b, \bytes
        dec r10
        jnz 4b
        mov r9, r11
        test r9, r9
        jnz 2b

        # the last 0 to 3 steps
5:      test eax, eax
        jz 8f
6:      step \s, \b, \bytes, 0
        add rsi, 64
        add rdx, 6 * \bytes
        dec eax
        jnz 6b

8:      mov rcx, [rdi + 24]
        mov r8, [rdi + 32]
        imul r8, r8, \bytes
        vbroadcast\b ymm0, [rdi + 40]
        finish \s, \swap
        .cfi_endproc
        .size \name, . - \name
        .endm

        register_loop numapack_avx2_d8x6, pd, sd, 8, 5
        register_loop numapack_avx2_s16x6, ps, ss, 4, 0xb1

        .section .note.GNU-stack, "", @progbits
