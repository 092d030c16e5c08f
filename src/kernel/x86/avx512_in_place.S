# SPDX-License-Identifier: BSD-3-Clause
# Loops for AVX-512 on operands as they lie: up to three vectors of rows times up to eight columns of C, no packing. A is
# read under a mask at the lower edge, each of B's elements is broadcast from where it is.
#
# Tiles of whole vectors and eight columns ask for what follows, three lines in four steps: more hold up the loop, and in
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
        .set asked, -40                 # what is still to be asked for
        .set asks_left, -48
        .set kept_rbx, -56              # the caller's, while a tile asks
        .set kept_r12, -64
        .set kept_r13, -72

        # Vector `number` of A, masked if it is the last of `vectors`. Masks count elements: moves are of the type, too.
        .macro load_a s, number, vectors
        .if \number < \vectors - 1
        vmovu\s zmm\number, [rsi + 64 * \number]
        .elseif \number == \vectors - 1
        vmovu\s zmm\number{k1}{z}, [rsi + 64 * \number]
        .endif
        .endm

        # C[:, column] += A * B[column]. One vector takes B's element from memory itself, not by way of a register (Z4-034).
        .macro column s, e, vectors, columns, number, b, c0, c1, c2, a0, a1, a2, address:vararg
        .if \number < \columns * parts
        .if \vectors == 1
        .if real_bytes == 8
        vfmadd231\s zmm\c0, zmm\a0, qword ptr [\address]{1to8}
        .else
        vfmadd231\s zmm\c0, zmm\a0, dword ptr [\address]{1to16}
        .endif
        .else
        vbroadcast\e zmm\b, [\address]
        vfmadd231\s zmm\c0, zmm\a0, zmm\b
        vfmadd231\s zmm\c1, zmm\a1, zmm\b
        .endif
        .if \vectors > 2
        vfmadd231\s zmm\c2, zmm\a2, zmm\b
        .endif
        .endif
        .endm

        # The first two columns' share of a step with A in a0-a2, B's elements `at` bytes from rdx; in complex ones im lies
        # behind re.
        .macro first_columns s, e, vectors, columns, at, a0=0, a1=1, a2=2
        column \s, \e, \vectors, \columns, 0, 6, 8, 9, 10, \a0, \a1, \a2, rdx + \at
        .if parts == 2
        column \s, \e, \vectors, \columns, 1, 7, 11, 12, 13, \a0, \a1, \a2, rdx + real_bytes + \at
        .else
        column \s, \e, \vectors, \columns, 1, 7, 11, 12, 13, \a0, \a1, \a2, rdx + r10 + \at
        .endif
        .endm

        # The others'.
        .macro other_columns s, e, vectors, columns, at, a0=0, a1=1, a2=2
        .if parts == 2
        column \s, \e, \vectors, \columns, 2, 6, 14, 15, 16, \a0, \a1, \a2, rdx + r10 + \at
        column \s, \e, \vectors, \columns, 3, 7, 17, 18, 19, \a0, \a1, \a2, rdx + r10 + real_bytes + \at
        column \s, \e, \vectors, \columns, 4, 6, 20, 21, 22, \a0, \a1, \a2, rdx + 2 * r10 + \at
        column \s, \e, \vectors, \columns, 5, 7, 23, 24, 25, \a0, \a1, \a2, rdx + 2 * r10 + real_bytes + \at
        column \s, \e, \vectors, \columns, 6, 6, 26, 27, 28, \a0, \a1, \a2, rdx + r11 + \at
        column \s, \e, \vectors, \columns, 7, 7, 29, 30, 31, \a0, \a1, \a2, rdx + r11 + real_bytes + \at
        .else
        column \s, \e, \vectors, \columns, 2, 6, 14, 15, 16, \a0, \a1, \a2, rdx + 2 * r10 + \at
        column \s, \e, \vectors, \columns, 3, 7, 17, 18, 19, \a0, \a1, \a2, rdx + r11 + \at
        column \s, \e, \vectors, \columns, 4, 6, 20, 21, 22, \a0, \a1, \a2, rdx + 4 * r10 + \at
        column \s, \e, \vectors, \columns, 5, 7, 23, 24, 25, \a0, \a1, \a2, rcx + \at
        column \s, \e, \vectors, \columns, 6, 6, 26, 27, 28, \a0, \a1, \a2, rcx + r10 + \at
        column \s, \e, \vectors, \columns, 7, 7, 29, 30, 31, \a0, \a1, \a2, rcx + 2 * r10 + \at
        .endif
        .endm

        # `macro` with these arguments, then a column's number and sums, for each column.
        .macro each_column macro, arguments:vararg
        \macro \arguments, 0, 8, 9, 10
        \macro \arguments, 1, 11, 12, 13
        \macro \arguments, 2, 14, 15, 16
        \macro \arguments, 3, 17, 18, 19
        \macro \arguments, 4, 20, 21, 22
        \macro \arguments, 5, 23, 24, 25
        \macro \arguments, 6, 26, 27, 28
        \macro \arguments, 7, 29, 30, 31
        .endm

        .macro clear vectors, columns, number, c0, c1, c2
        .if \number < \columns * parts
        vpxord zmm\c0, zmm\c0, zmm\c0
        .if \vectors > 1
        vpxord zmm\c1, zmm\c1, zmm\c1
        .endif
        .if \vectors > 2
        vpxord zmm\c2, zmm\c2, zmm\c2
        .endif
        .endif
        .endm

        # A tile starts: its sums, and where it reads. rcx is column 5 of B.
        .macro start vectors, columns
        each_column clear, \vectors, \columns
        mov rax, [rdi + IN_PLACE_K]
        mov rsi, [rdi + IN_PLACE_A]
        mov r8, [rdi + IN_PLACE_LDA]
        lea rcx, [r10 + 4 * r10]
        add rcx, rdx
        .endm

        # One vector of C, by the tile's ending; zmm0 alpha, zmm1 beta.
        .macro store_vector s, ending, number, sums, mask, zeroing
        .ifc \ending, plain
        vmovu\s [rcx + 64 * \number]\mask, zmm\sums
        .else
        .ifc \ending, added
        vadd\s zmm3\zeroing, zmm\sums, [rcx + 64 * \number]
        .endif
        .ifc \ending, scaled
        vmul\s zmm3, zmm0, zmm\sums
        .endif
        .ifc \ending, both_scaled
        vmul\s zmm3\zeroing, zmm1, [rcx + 64 * \number]
        vfmadd231\s zmm3, zmm0, zmm\sums
        .endif
        vmovu\s [rcx + 64 * \number]\mask, zmm3
        .endif
        .endm

        .macro store_one s, vectors, ending, number, sums
        .if \number == \vectors - 1
        store_vector \s, \ending, \number, \sums, {k1}, {k1}{z}
        .elseif \number < \vectors
        store_vector \s, \ending, \number, \sums
        .endif
        .endm

        .macro store s, vectors, columns, ending, number, c0, c1, c2
        .if \number < \columns
        store_one \s, \vectors, \ending, 0, \c0
        store_one \s, \vectors, \ending, 1, \c1
        store_one \s, \vectors, \ending, 2, \c2
        add rcx, r8
        .endif
        .endm

        # A vector of C's real columns by B's im, joined to the one by its re: re and im exchanged, subtracted from re, added to
        # im; to C, if `added`. zmm0: alpha, the sign of B's im; zmm1: ones.
        .macro join_vector s, sign, added, number, c, d, mask, zeroing
        .if real_bytes == 8
        vpermil\s zmm\d, zmm\d, 0x55
        .else
        vpermil\s zmm\d, zmm\d, 0xb1
        .endif
        .if \sign
        vmul\s zmm\d, zmm\d, zmm0
        .endif
        vfmaddsub132\s zmm\c, zmm\d, zmm1
        .if \added
        vadd\s zmm\c\zeroing, zmm\c, [rcx + 64 * \number]
        .endif
        vmovu\s [rcx + 64 * \number]\mask, zmm\c
        .endm

        .macro join_one s, vectors, sign, added, number, c, d
        .if \number == \vectors - 1
        join_vector \s, \sign, \added, \number, \c, \d, {k1}, {k1}{z}
        .elseif \number < \vectors
        join_vector \s, \sign, \added, \number, \c, \d
        .endif
        .endm

        # A complex column from its sums by B's re and by its im.
        .macro store_complex s, vectors, columns, sign, added, number, c0, c1, c2, d0, d1, d2
        .if \number < \columns
        join_one \s, \vectors, \sign, \added, 0, \c0, \d0
        join_one \s, \vectors, \sign, \added, 1, \c1, \d1
        join_one \s, \vectors, \sign, \added, 2, \c2, \d2
        add rcx, r8
        .endif
        .endm

        .macro store_complex_columns s, vectors, columns, sign, added
        store_complex \s, \vectors, \columns, \sign, \added, 0, 8, 9, 10, 11, 12, 13
        store_complex \s, \vectors, \columns, \sign, \added, 1, 14, 15, 16, 17, 18, 19
        store_complex \s, \vectors, \columns, \sign, \added, 2, 20, 21, 22, 23, 24, 25
        store_complex \s, \vectors, \columns, \sign, \added, 3, 26, 27, 28, 29, 30, 31
        .endm

        .macro store_all s, type, vectors, columns, ending
        .if parts == 1
        each_column store, \s, \vectors, \columns, \ending
        .else
        .ifc \ending, plain
        store_complex_columns \s, \vectors, \columns, 0, 0
        .endif
        .ifc \ending, added
        store_complex_columns \s, \vectors, \columns, 0, 1
        .endif
        .ifc \ending, scaled
        store_complex_columns \s, \vectors, \columns, 1, 0
        .endif
        .ifc \ending, both_scaled
        store_complex_columns \s, \vectors, \columns, 1, 1
        .endif
        .endif
        jmp .L\type\()_next
        .endm

        # One tile size.
        .macro tile s, e, type, vectors, columns
.L\type\()_\vectors\()_\columns:
        start \vectors, \columns
        mov r9, [rdi + IN_PLACE_B_STEP]
        .balign 32
1:      load_a \s, 0, \vectors
        load_a \s, 1, \vectors
        load_a \s, 2, \vectors
        add rsi, r8
        first_columns \s, \e, \vectors, \columns, 0
        other_columns \s, \e, \vectors, \columns, 0
        add rdx, r9
        add rcx, r9
        dec rax
        jnz 1b
.L\type\()_\vectors\()_\columns\()_store:
        mov rcx, [rsp + group_c]
        mov r8, [rdi + IN_PLACE_LDC]
        mov rax, [rdi + IN_PLACE_ENDING]
        .if parts == 2
        vbroadcast\e zmm1, [rip + .Lone_\e]
        .endif
        cmp rax, IN_PLACE_BOTH_SCALED
        ja 2f
        vbroadcast\e zmm0, [rdi + IN_PLACE_ALPHA]
        jb 3f
        .if parts == 1
        vbroadcast\e zmm1, [rdi + IN_PLACE_BETA]
        .endif
        store_all \s, \type, \vectors, \columns, both_scaled
3:      store_all \s, \type, \vectors, \columns, scaled
2:      cmp rax, IN_PLACE_ADDED
        jb 4f
        store_all \s, \type, \vectors, \columns, added
4:      store_all \s, \type, \vectors, \columns, plain
        .endm

        # A of a step, whole vectors.
        .macro whole_a s, vectors, a0, a1, a2, at:vararg
        vmovu\s zmm\a0, [\at]
        .if \vectors > 1
        vmovu\s zmm\a1, [\at + 64]
        .endif
        .if \vectors > 2
        vmovu\s zmm\a2, [\at + 128]
        .endif
        .endm

        # Step `number` of a tile of whole vectors and eight columns, B's elements of a column side by side, with A in a0-a2;
        # meanwhile the next step's A goes from `next`, if there is one, to n0-n2.
        .macro whole_step s, e, bytes, vectors, number, a0, a1, a2, n0, n1, n2, next:vararg
        first_columns \s, \e, \vectors, 8 / parts, (\number*\bytes), \a0, \a1, \a2
        .ifnb \next
        whole_a \s, \vectors, \n0, \n1, \n2, \next
        .endif
        other_columns \s, \e, \vectors, 8 / parts, (\number*\bytes), \a0, \a1, \a2
        .endm

        # The common tile: no masks, which take an FMA's port (CL-112), four steps at a time, and A a step ahead. It may
        # come from L2, since its columns evict each other from L1 (CL-114).
        .macro whole_steps s, e, bytes, vectors, next:vararg
        whole_steps_and , \s, \e, \bytes, \vectors, \next
        .endm

        # The same, with something to do in between.
        .macro whole_steps_and between, s, e, bytes, vectors, next:vararg
        whole_step \s, \e, \bytes, \vectors, 0, 0, 1, 2, 3, 4, 5, rsi + r8
        whole_step \s, \e, \bytes, \vectors, 1, 3, 4, 5, 0, 1, 2, rsi + 2 * r8
        \between
        whole_step \s, \e, \bytes, \vectors, 2, 0, 1, 2, 3, 4, 5, rsi + r9
        lea rsi, [rsi + 4 * r8]
        whole_step \s, \e, \bytes, \vectors, 3, 3, 4, 5, 0, 1, 2, \next
        add rdx, 4 * \bytes
        add rcx, 4 * \bytes
        .endm

        # The next three lines; r12: their address's.
        .macro ask
        mov rbx, [r12]
        prefetcht1 [rbx]
        prefetcht1 [rbx + 64]
        prefetcht1 [rbx + 128]
        add r12, 8
        .endm

        # C[:, column] = sums, or += sums; rax goes on to the next one.
        .macro write_column s, vectors, added, c0, c1, c2
        .if \added
        vadd\s zmm\c0, zmm\c0, [rax]
        .if \vectors > 1
        vadd\s zmm\c1, zmm\c1, [rax + 64]
        .endif
        .if \vectors > 2
        vadd\s zmm\c2, zmm\c2, [rax + 128]
        .endif
        .endif
        vmovu\s [rax], zmm\c0
        .if \vectors > 1
        vmovu\s [rax + 64], zmm\c1
        .endif
        .if \vectors > 2
        vmovu\s [rax + 128], zmm\c2
        .endif
        add rax, [rdi + IN_PLACE_LDC]
        .endm

        # A column's last four steps, and its end. With three vectors the first columns read A of the last two steps, one step
        # each, from where it lies; what they hold freed takes it then.
        .macro end_column s, e, bytes, vectors, added, number, c0, c1, c2, address:vararg
        .if \vectors < 3
        column \s, \e, \vectors, 8, \number, 6, \c0, \c1, \c2, 0, 1, 2, \address
        column \s, \e, \vectors, 8, \number, 7, \c0, \c1, \c2, 3, 4, 5, \address+\bytes
        column \s, \e, \vectors, 8, \number, 6, \c0, \c1, \c2, 2, 5, 5, \address+2*\bytes
        column \s, \e, \vectors, 8, \number, 7, \c0, \c1, \c2, 10, 13, 13, \address+3*\bytes
        .else
        column \s, \e, 3, 8, \number, 6, \c0, \c1, \c2, 0, 1, 2, \address
        column \s, \e, 3, 8, \number, 7, \c0, \c1, \c2, 3, 4, 5, \address+\bytes
        .if \number == 0
        column_of_lying_a \s, \e, 6, \address+2*\bytes, \c0, \c1, \c2, rsi+2*r8
        .else
        column \s, \e, 3, 8, \number, 6, \c0, \c1, \c2, 8, 9, 10, \address+2*\bytes
        .endif
        .if \number < 2
        column_of_lying_a \s, \e, 7, \address+3*\bytes, \c0, \c1, \c2, rsi+r9
        .else
        column \s, \e, 3, 8, \number, 7, \c0, \c1, \c2, 11, 12, 13, \address+3*\bytes
        .endif
        .endif
        write_column \s, \vectors, \added, \c0, \c1, \c2
        .if \vectors == 3 && \number == 0
        whole_a \s, 3, 8, 9, 10, rsi + 2 * r8
        .endif
        .if \vectors == 3 && \number == 1
        whole_a \s, 3, 11, 12, 13, rsi + r9
        .endif
        .endm

        .macro column_of_lying_a s, e, b, address, c0, c1, c2, at:vararg
        vbroadcast\e zmm\b, [\address]
        vfmadd231\s zmm\c0, zmm\b, [\at]
        vfmadd231\s zmm\c1, zmm\b, [\at + 64]
        vfmadd231\s zmm\c2, zmm\b, [\at + 128]
        .endm

        # The last four steps of such a tile, A of the first in zmm0-2, column by column, so that each is written while the
        # next ones are still summed.
        .macro end_by_columns s, e, type, bytes, vectors, added
        whole_a \s, \vectors, 3, 4, 5, rsi + r8
        .if \vectors < 3
        whole_a \s, \vectors, 2, 5, 5, rsi + 2 * r8
        whole_a \s, \vectors, 10, 13, 13, rsi + r9
        .endif
        mov rax, [rsp + group_c]
        end_column \s, \e, \bytes, \vectors, \added, 0, 8, 9, 10, rdx
        end_column \s, \e, \bytes, \vectors, \added, 1, 11, 12, 13, rdx+r10
        end_column \s, \e, \bytes, \vectors, \added, 2, 14, 15, 16, rdx+2*r10
        end_column \s, \e, \bytes, \vectors, \added, 3, 17, 18, 19, rdx+r11
        end_column \s, \e, \bytes, \vectors, \added, 4, 20, 21, 22, rdx+4*r10
        end_column \s, \e, \bytes, \vectors, \added, 5, 23, 24, 25, rcx
        end_column \s, \e, \bytes, \vectors, \added, 6, 26, 27, 28, rcx+r10
        end_column \s, \e, \bytes, \vectors, \added, 7, 29, 30, 31, rcx+2*r10
        mov rcx, rax
        jmp .L\type\()_next
        .endm

        .macro whole_tile s, e, type, bytes, vectors
.L\type\()_whole_\vectors:
        start \vectors, 8 / parts
        lea r9, [r8 + 2 * r8]
        whole_a \s, \vectors, 0, 1, 2, rsi
        sub rax, 8
        jl 2f
        cmp qword ptr [rsp + asks_left], 0
        je 1f
        mov [rsp + kept_rbx], rbx
        mov [rsp + kept_r12], r12
        mov [rsp + kept_r13], r13
        .cfi_offset rbx, kept_rbx - 8
        .cfi_offset r12, kept_r12 - 8
        .cfi_offset r13, kept_r13 - 8
        mov r12, [rsp + asked]
        mov r13, [rsp + asks_left]
        cmp qword ptr [rdi + IN_PLACE_ASKS_TWICE], 0
        jne 7f
        .balign 32
5:      ask
        whole_steps \s, \e, \bytes, \vectors, rsi
        sub rax, 4
        jl 6f
        dec r13
        jnz 5b
        inc r13
        jmp 6f
        .balign 32
7:      ask
        whole_steps_and ask, \s, \e, \bytes, \vectors, rsi
        sub rax, 4
        jl 6f
        dec r13
        jnz 7b
        inc r13
6:      dec r13
        mov [rsp + asked], r12
        mov [rsp + asks_left], r13
        mov rbx, [rsp + kept_rbx]
        mov r12, [rsp + kept_r12]
        mov r13, [rsp + kept_r13]
        .cfi_restore rbx
        .cfi_restore r12
        .cfi_restore r13
        test rax, rax
        jl 2f
        .balign 32
1:      whole_steps \s, \e, \bytes, \vectors, rsi
        sub rax, 4
        jge 1b
2:      add rax, 4
        jl 3f
        .if by_columns
        jg 9f
        cmp qword ptr [rdi + IN_PLACE_ENDING], IN_PLACE_PLAIN
        jb 9f
        ja 8f
        end_by_columns \s, \e, \type, \bytes, \vectors, 0
8:      end_by_columns \s, \e, \type, \bytes, \vectors, 1
        .endif
        .balign 32
9:      whole_steps \s, \e, \bytes, \vectors
        test rax, rax
        jz 10f
        jmp 4f
3:      add rax, 4
4:      whole_a \s, \vectors, 0, 1, 2, rsi
        whole_step \s, \e, \bytes, \vectors, 0, 0, 1, 2, 3, 4, 5
        add rsi, r8
        add rdx, \bytes
        add rcx, \bytes
        dec rax
        jnz 4b
10:
        .if parts == 1
        jmp .L\type\()_\vectors\()_8_store
        .else
        jmp .L\type\()_\vectors\()_4_store
        .endif
        .endm

        .macro offsets type, vectors
        .irp columns, 1,2,3,4,5,6,7,8
        .if \columns <= 8 / parts
        .long .L\type\()_\vectors\()_\columns - .L\type\()_table
        .endif
        .endr
        .endm

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
        mov rdx, [rdi + IN_PLACE_ASKED]
        mov rcx, [rdi + IN_PLACE_ASKS]
        mov [rsp + asked], rdx
        mov [rsp + asks_left], rcx
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
