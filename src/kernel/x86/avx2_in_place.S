# SPDX-License-Identifier: BSD-3-Clause
# Loops for AVX2 with FMA on operands as they lie: up to two vectors of rows times up to six columns of C, no packing. Each of
# B's elements is broadcast from where it is. There are no masks to speak of: where rows do not fill the last vector, it
# begins so far up that it does, and the rows that it shares with the one before come out the same twice. Only fewer rows
# than a vector has are masked.
#
# Groups of as many columns follow each other without a return to the caller. Where B's elements of a column lie side by
# side, four steps are taken at a time, and tiles of two vectors prefetch what follows meanwhile, three lines in four steps; or
# the first group of a tile prefetches the rows below it, a line a step.
#
# Complex elements: up to three columns, each by two columns of reals, with re and with im of B; both make C in the end, as in
# avx2_loops.S. alpha is the sign of B's imaginary parts.
#
# Argument: rdi -> InPlaceArguments (in_place.hpp); 0 vectors: one, masked.
# ymm0, ymm1: A (of one vector ymm1 is the mask, if any); ymm2, ymm3: B; ymm4-15: C, ymm(4 + 2 column + vector).
# rsi, rbx: A of the first vector and the second; rdx: B; r8: lda; r10, r11, rcx: 1, 3 and 5 times b_column.

#include "kernel/argument_offsets.h"

        .intel_syntax noprefix
        .text

        # Below the stack pointer is ours: nothing is called from here.
        .set tile_at, -8                # where the code for this size is
        .set group_b, -16               # B and C of the group at work
        .set group_c, -24
        .set groups_left, -32
        .set prefetched, -40            # what is still to be prefetched
        .set prefetches_left, -48
        .set group_step, -56            # from one group's B to the next
        .set kept_rbx, -64              # the caller's
        .set kept_r12, -72
        .set kept_r13, -80
        .set arguments, -88
        .set below, -96                 # 1: the rows below are still to be prefetched
        .set prefetching_tile_at, -104  # where tile_at is, if each tile prefetches C first

#include "avx2_in_place_tiles.inc"

        # Four steps on B's elements side by side; r9: 3 lda.
        .macro four_steps s, e, bytes, vectors, columns
        load_a \s, \vectors, rsi, rbx
        columns_of \s, \e, \vectors, \columns, 0
        load_a \s, \vectors, rsi+r8, rbx+r8
        columns_of \s, \e, \vectors, \columns, \bytes
        load_a \s, \vectors, rsi+2*r8, rbx+2*r8
        columns_of \s, \e, \vectors, \columns, (2*\bytes)
        load_a \s, \vectors, rsi+r9, rbx+r9
        columns_of \s, \e, \vectors, \columns, (3*\bytes)
        lea rsi, [rsi + 4 * r8]
        .if \vectors > 1
        lea rbx, [rbx + 4 * r8]
        .endif
        add rdx, 4 * \bytes
        .endm

        .macro whole_tile s, e, type, bytes, vectors, columns
.L\type\()_whole_\vectors\()_\columns:
        start \vectors, \columns
        lea r9, [r8 + 2 * r8]
        sub rax, 4
        jl 4f
        .if \vectors > 1
        cmp qword ptr [rsp + below], 0
        jne 7f
        mov r13, [rsp + prefetches_left]
        test r13, r13
        jz 1f
        mov r12, [rsp + prefetched]
        .balign 32
3:      mov rdi, [r12]
        prefetcht1 [rdi]
        prefetcht1 [rdi + 64]
        prefetcht1 [rdi + 128]
        add r12, 8
        four_steps \s, \e, \bytes, \vectors, \columns
        dec r13
        sub rax, 4
        jl 2f
        test r13, r13
        jnz 3b
2:      mov [rsp + prefetched], r12
        mov [rsp + prefetches_left], r13
        test rax, rax
        jl 4f
        jmp 1f
        .balign 32
7:      prefetcht0 [rsi + 127]          # the next tile's last bytes: the line that this one has none of
        prefetcht0 [rsi + r8 + 127]
        prefetcht0 [rsi + 2 * r8 + 127]
        prefetcht0 [rsi + r9 + 127]
        four_steps \s, \e, \bytes, \vectors, \columns
        sub rax, 4
        jge 7b
        mov qword ptr [rsp + below], 0
        jmp 4f
        .endif
        .balign 32
1:      four_steps \s, \e, \bytes, \vectors, \columns
        sub rax, 4
        jge 1b
4:      add rax, 4
        jz .L\type\()_\vectors\()_\columns\()_store
5:      load_a \s, \vectors, rsi, rbx
        columns_of \s, \e, \vectors, \columns, 0
        add rsi, r8
        .if \vectors > 1
        add rbx, r8
        .endif
        add rdx, \bytes
        dec rax
        jnz 5b
        jmp .L\type\()_\vectors\()_\columns\()_store
        .endm

        .macro offsets type, table, kind, most
        .irp columns, 1,2,3,4,5,6
        .if \columns <= \most
        .long .L\type\()_\kind\()_\columns - .L\table
        .endif
        .endr
        .endm

        # `real`: bytes of a real; bytes: of an element; most: columns.
        .macro in_place name, s, e, type, real, bytes, most
        .set real_bytes, \real
        .globl \name
        .hidden \name
        .type \name, @function
        .balign 64
\name:
        .cfi_startproc
        mov [rsp + kept_rbx], rbx
        mov [rsp + kept_r12], r12
        mov [rsp + kept_r13], r13
        .cfi_offset rbx, kept_rbx - 8
        .cfi_offset r12, kept_r12 - 8
        .cfi_offset r13, kept_r13 - 8
        mov [rsp + arguments], rdi
        mov rcx, [rdi + IN_PLACE_C]
        mov rax, [rdi + IN_PLACE_GROUPS]
        mov [rsp + group_c], rcx
        mov [rsp + groups_left], rax
        mov rdx, [rdi + IN_PLACE_PREFETCHED]
        mov rcx, [rdi + IN_PLACE_PREFETCHES]
        mov [rsp + prefetched], rdx
        mov [rsp + prefetches_left], rcx
        mov rdx, [rdi + IN_PLACE_BELOW]
        mov [rsp + below], rdx
        mov rdx, [rdi + IN_PLACE_B]
        mov [rsp + group_b], rdx
        mov r10, [rdi + IN_PLACE_B_COLUMN]
        mov rcx, [rdi + IN_PLACE_COLUMNS]
        mov r8, [rdi + IN_PLACE_VECTORS]
        mov rax, rcx
        imul rax, r10
        mov [rsp + group_step], rax
        imul r8, r8, \most
        lea r8, [rcx + r8 - 1]
        lea r11, [rip + .L\type\()_table]
        cmp r8, \most
        jl 1f
        cmp qword ptr [rdi + IN_PLACE_B_STEP], \bytes
        jne 2f
        lea r11, [rip + .L\type\()_whole_table]
        jmp 2f
1:      mov eax, 32 / \real             # a mask of `last` reals
        sub rax, [rdi + IN_PLACE_LAST]
        lea r9, [rip + .Lrows]
        vmovups ymm1, [r9 + rax * \real]
2:      movsxd r8, dword ptr [r11 + r8 * 4]
        add r8, r11
        mov [rsp + tile_at], r8
        lea r11, [r10 + 2 * r10]
        lea rcx, [r10 + 4 * r10]
        test byte ptr [rdi + IN_PLACE_BELOW], BELOW_PART_OF_C
        jnz 4f
        jmp r8

        # Each tile prefetches C three tiles below; from memory, one below comes too late.
4:      and qword ptr [rsp + below], BELOW_ROWS_OF_A
        mov [rsp + prefetching_tile_at], r8
        lea rax, [rip + .L\type\()_asking]
        mov [rsp + tile_at], rax
.L\type\()_asking:
        mov rdi, [rsp + arguments]
        mov rax, [rsp + group_c]
        mov r8, [rdi + IN_PLACE_LDC]
        mov r9, [rdi + IN_PLACE_COLUMNS]
5:      prefetcht0 [rax + 4 * 64 - 1]
        add rax, r8
        dec r9
        jnz 5b
        jmp [rsp + prefetching_tile_at]

        # The next columns, if there are more. rcx is their C.
.L\type\()_next:
        dec qword ptr [rsp + groups_left]
        jz 3f
        mov [rsp + group_c], rcx
        lea rcx, [r10 + 4 * r10]
        mov rdx, [rsp + group_b]
        add rdx, [rsp + group_step]
        mov [rsp + group_b], rdx
        jmp [rsp + tile_at]
3:      mov rbx, [rsp + kept_rbx]
        mov r12, [rsp + kept_r12]
        mov r13, [rsp + kept_r13]
        vzeroupper
        ret

        .irp columns, 1,2,3,4,5,6
        .if \columns <= \most
        tile \s, \e, \type, 0, \columns
        tile \s, \e, \type, 1, \columns
        tile \s, \e, \type, 2, \columns
        whole_tile \s, \e, \type, \bytes, 1, \columns
        whole_tile \s, \e, \type, \bytes, 2, \columns
        .endif
        .endr
        .cfi_endproc
        .size \name, . - \name

        .section .rodata
        .balign 4
.L\type\()_table:
        .irp vectors, 0,1,2
        offsets \type, \type\()_table, \vectors, \most
        .endr
        .set .L\type\()_whole_table, . - \most * 4
        .irp vectors, 1,2
        offsets \type, \type\()_whole_table, whole_\vectors, \most
        .endr
        .text
        .endm

        .section .rodata
        .balign 32
.Lrows: .fill 8, 4, -1
        .fill 8, 4, 0
        .text

        .set parts, 1
        in_place numapack_avx2_d_in_place, pd, sd, d, 8, 8, 6
        in_place numapack_avx2_s_in_place, ps, ss, s, 4, 4, 6

        .set parts, 2
        in_place numapack_avx2_z_in_place, pd, sd, z, 8, 16, 3
        in_place numapack_avx2_c_in_place, ps, ss, c, 4, 8, 3

        .section .note.GNU-stack, "", @progbits
