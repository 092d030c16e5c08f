# SPDX-License-Identifier: BSD-3-Clause
# Loops for AVX-512 on operands as they lie: up to three vectors of rows times up to eight columns of C, no packing. A is
# read under a mask at the lower edge, each of B's elements is broadcast from where it is.
#
# Tiles of whole vectors and eight columns prefetch what follows, three lines in four steps: more hold up the loop, and in
# one burst between tiles they wait for each other (CL-121). Six lines where three would not be all (CL-156).
#
# Groups of eight columns follow each other without a return to the caller, and nothing is multiplied by alpha = 1 (CL-113).
#
# Complex elements: up to four columns, each by two columns of reals, with re and with im of B; both make C in the end, as in
# avx512_loops.S. alpha is the sign of B's imaginary parts.
#
# Argument: rdi -> InPlaceArguments (in_place.hpp).
# zmm0-2: A; zmm6, zmm7: B; zmm8-31: C, zmm(8 + 3 column + vector); k1: rows of the last vector; r10: b_column.

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
        .set kept_rbx, -56              # the caller's, while a tile asks
        .set kept_r12, -64
        .set kept_r13, -72

#include "avx512_in_place_tiles.inc"

#include "avx512_in_place_whole.inc"

        # `real`: bytes of a real.
        .macro in_place name, s, e, type, real
        .set real_bytes, \real
        .globl \name
        .hidden \name
        .type \name, @function
        .balign 64
\name:
        .cfi_startproc
        kmovw k1, [rdi + IN_PLACE_LAST]
        mov rcx, [rdi + IN_PLACE_C]
        mov rax, [rdi + IN_PLACE_GROUPS]
        mov [rsp + group_c], rcx
        mov [rsp + groups_left], rax
        mov rdx, [rdi + IN_PLACE_PREFETCHED]
        mov rcx, [rdi + IN_PLACE_PREFETCHES]
        mov [rsp + prefetched], rdx
        mov [rsp + prefetches_left], rcx
        mov rdx, [rdi + IN_PLACE_B]
        mov [rsp + group_b], rdx
        mov r10, [rdi + IN_PLACE_B_COLUMN]
        mov r8, [rdi + IN_PLACE_VECTORS]
        lea r11, [rip + .L\type\()_whole_table]
        cmp qword ptr [rdi + IN_PLACE_LAST], (1 << (64 / \real)) - 1
        jne 1f
        cmp qword ptr [rdi + IN_PLACE_B_STEP], \real * parts
        jne 1f
        dec r8
        cmp qword ptr [rdi + IN_PLACE_COLUMNS], 8 / parts
        je 2f
        inc r8
1:      .if parts == 1
        lea r8, [r8 * 8 - 9]
        .else
        lea r8, [r8 * 4 - 5]
        .endif
        add r8, [rdi + IN_PLACE_COLUMNS]              # (vectors - 1) * most + columns - 1
        lea r11, [rip + .L\type\()_table]
2:      movsxd r8, dword ptr [r11 + r8 * 4]
        add r8, r11
        mov [rsp + tile_at], r8
        lea r11, [r10 + 2 * r10]
        jmp r8

        # The next columns, if there are more. rcx is their C.
.L\type\()_next:
        dec qword ptr [rsp + groups_left]
        jz 3f
        mov [rsp + group_c], rcx
        mov rdx, [rsp + group_b]
        .if parts == 1
        lea rdx, [rdx + 8 * r10]
        .else
        lea rdx, [rdx + 4 * r10]
        .endif
        mov [rsp + group_b], rdx
        jmp [rsp + tile_at]
3:      vzeroupper
        ret

        .irp vectors, 1,2,3
        tile \s, \e, \type, \vectors, 1
        tile \s, \e, \type, \vectors, 2
        tile \s, \e, \type, \vectors, 3
        tile \s, \e, \type, \vectors, 4
        .if parts == 1
        tile \s, \e, \type, \vectors, 5
        tile \s, \e, \type, \vectors, 6
        tile \s, \e, \type, \vectors, 7
        tile \s, \e, \type, \vectors, 8
        .endif
        whole_tile \s, \e, \type, (\real * parts), \vectors
        .endr
        .cfi_endproc
        .size \name, . - \name

        .section .rodata
        .balign 4
.L\type\()_table:
        .irp vectors, 1,2,3
        offsets \type, \vectors
        .endr
.L\type\()_whole_table:
        .irp vectors, 1,2,3
        .long .L\type\()_whole_\vectors - .L\type\()_whole_table
        .endr
        .text
        .endm

        .section .rodata
        .balign 8
.Lone_sd: .double 1
.Lone_ss: .float 1
        .text

        .set parts, 1
        .set by_columns, 0
        in_place numapack_avx512_d_in_place, pd, sd, d, 8
        in_place numapack_avx512_s_in_place, ps, ss, s, 4
        # C = A B and C + A B of whole tiles end column by column, as in avx512_loops.S (Z4-033).
        .set by_columns, 1
        in_place numapack_avx512_d_in_place_by_columns, pd, sd, d_by_columns, 8
        in_place numapack_avx512_s_in_place_by_columns, ps, ss, s_by_columns, 4

        .set parts, 2
        .set by_columns, 0
        in_place numapack_avx512_z_in_place, pd, sd, z, 8
        in_place numapack_avx512_c_in_place, ps, ss, c, 4

        .section .note.GNU-stack, "", @progbits
