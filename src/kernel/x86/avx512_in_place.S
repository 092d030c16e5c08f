# Loops for AVX-512 on operands as they lie: up to three vectors of rows times up to eight columns of C, no packing. A is
# read under a mask at the lower edge, each of B's elements is broadcast from where it is.
#
# Argument: rdi -> InPlaceArguments (in_place.hpp): k 0, a 8, lda 16, b 24, b_step 32, b_column 40, c 48, ldc 56, alpha 64,
# beta 72, accumulate 80, vectors 88, columns 96, last 104.
# zmm0-2: A; zmm6, zmm7: B; zmm8-31: C, zmm(8 + 3 column + vector); k1: rows of the last vector.

        .intel_syntax noprefix
        .text

        # Vector `number` of A, masked if it is the last of `vectors`. Masks count elements: moves are of the type, too.
        .macro load_a s, number, vectors
        .if \number < \vectors - 1
        vmovu\s zmm\number, [rsi + 64 * \number]
        .elseif \number == \vectors - 1
        vmovu\s zmm\number{k1}{z}, [rsi + 64 * \number]
        .endif
        .endm

        .macro multiply s, vectors, b, c0, c1, c2
        vfmadd231\s zmm\c0, zmm0, zmm\b
        .if \vectors > 1
        vfmadd231\s zmm\c1, zmm1, zmm\b
        .endif
        .if \vectors > 2
        vfmadd231\s zmm\c2, zmm2, zmm\b
        .endif
        .endm

        .macro column s, e, vectors, columns, number, b, address, c0, c1, c2
        .if \number < \columns
        vbroadcast\e zmm\b, [\address]
        multiply \s, \vectors, \b, \c0, \c1, \c2
        .endif
        .endm

        # C = alpha sums + beta C, or alpha sums; zmm0 alpha, zmm1 beta
        .macro update s, accumulate, at, sums, mask:vararg
        .if \accumulate
        vmul\s zmm3\mask, zmm1, [rcx + \at]
        vfmadd231\s zmm3, zmm0, zmm\sums
        .else
        vmul\s zmm3, zmm0, zmm\sums
        .endif
        .endm

        .macro store s, vectors, columns, accumulate, number, c0, c1, c2
        .if \number < \columns
        .if \vectors == 1
        update \s, \accumulate, 0, \c0, {k1}{z}
        vmovu\s [rcx]{k1}, zmm3
        .else
        update \s, \accumulate, 0, \c0
        vmovu\s [rcx], zmm3
        .if \vectors == 2
        update \s, \accumulate, 64, \c1, {k1}{z}
        vmovu\s [rcx + 64]{k1}, zmm3
        .else
        update \s, \accumulate, 64, \c1
        vmovu\s [rcx + 64], zmm3
        update \s, \accumulate, 128, \c2, {k1}{z}
        vmovu\s [rcx + 128]{k1}, zmm3
        .endif
        .endif
        .if \number < \columns - 1
        add rcx, r8
        .endif
        .endif
        .endm

        .macro store_all s, vectors, columns, accumulate
        store \s, \vectors, \columns, \accumulate, 0, 8, 9, 10
        store \s, \vectors, \columns, \accumulate, 1, 11, 12, 13
        store \s, \vectors, \columns, \accumulate, 2, 14, 15, 16
        store \s, \vectors, \columns, \accumulate, 3, 17, 18, 19
        store \s, \vectors, \columns, \accumulate, 4, 20, 21, 22
        store \s, \vectors, \columns, \accumulate, 5, 23, 24, 25
        store \s, \vectors, \columns, \accumulate, 6, 26, 27, 28
        store \s, \vectors, \columns, \accumulate, 7, 29, 30, 31
        .endm

        # One tile size. rdx and rcx are columns 0 and 5 of B.
        .macro tile s, e, type, vectors, columns
        .balign 32
.L\type\()_\vectors\()_\columns:
1:
        load_a \s, 0, \vectors
        load_a \s, 1, \vectors
        load_a \s, 2, \vectors
        add rsi, r8
        column \s, \e, \vectors, \columns, 0, 6, rdx, 8, 9, 10
        column \s, \e, \vectors, \columns, 1, 7, rdx+r10, 11, 12, 13
        column \s, \e, \vectors, \columns, 2, 6, rdx+2*r10, 14, 15, 16
        column \s, \e, \vectors, \columns, 3, 7, rdx+r11, 17, 18, 19
        column \s, \e, \vectors, \columns, 4, 6, rdx+4*r10, 20, 21, 22
        column \s, \e, \vectors, \columns, 5, 7, rcx, 23, 24, 25
        column \s, \e, \vectors, \columns, 6, 6, rcx+r10, 26, 27, 28
        column \s, \e, \vectors, \columns, 7, 7, rcx+2*r10, 29, 30, 31
        add rdx, r9
        add rcx, r9
        dec rax
        jnz 1b
.L\type\()_\vectors\()_\columns\()_store:
        mov rcx, [rdi + 48]
        mov r8, [rdi + 56]
        vbroadcast\e zmm0, [rdi + 64]
        cmp qword ptr [rdi + 80], 0
        je 2f
        vbroadcast\e zmm1, [rdi + 72]
        store_all \s, \vectors, \columns, 1
        vzeroupper
        ret
2:      store_all \s, \vectors, \columns, 0
        vzeroupper
        ret
        .endm

        # One step of a tile of whole vectors and eight columns, B's elements of a column side by side; `a` is where A's are,
        # `number` the step.
        .macro whole_step s, e, bytes, vectors, number, a:vararg
        vmovu\s zmm0, [\a]
        .if \vectors > 1
        vmovu\s zmm1, [\a + 64]
        .endif
        .if \vectors > 2
        vmovu\s zmm2, [\a + 128]
        .endif
        column \s, \e, \vectors, 8, 0, 6, rdx+(\number*\bytes), 8, 9, 10
        column \s, \e, \vectors, 8, 1, 7, rdx+r10+(\number*\bytes), 11, 12, 13
        column \s, \e, \vectors, 8, 2, 6, rdx+2*r10+(\number*\bytes), 14, 15, 16
        column \s, \e, \vectors, 8, 3, 7, rdx+r11+(\number*\bytes), 17, 18, 19
        column \s, \e, \vectors, 8, 4, 6, rdx+4*r10+(\number*\bytes), 20, 21, 22
        column \s, \e, \vectors, 8, 5, 7, rcx+(\number*\bytes), 23, 24, 25
        column \s, \e, \vectors, 8, 6, 6, rcx+r10+(\number*\bytes), 26, 27, 28
        column \s, \e, \vectors, 8, 7, 7, rcx+2*r10+(\number*\bytes), 29, 30, 31
        .endm

        # The common tile: no masks, which take an FMA's port, and four steps at a time.
        .macro whole_tile s, e, type, bytes, vectors
.L\type\()_whole_\vectors:
        lea r9, [r8 + 2 * r8]
        sub rax, 4
        jl 2f
        .balign 32
1:      whole_step \s, \e, \bytes, \vectors, 0, rsi
        whole_step \s, \e, \bytes, \vectors, 1, rsi + r8
        whole_step \s, \e, \bytes, \vectors, 2, rsi + 2 * r8
        whole_step \s, \e, \bytes, \vectors, 3, rsi + r9
        lea rsi, [rsi + 4 * r8]
        add rdx, 4 * \bytes
        add rcx, 4 * \bytes
        sub rax, 4
        jge 1b
2:      add rax, 4
        jz .L\type\()_\vectors\()_8_store
3:      whole_step \s, \e, \bytes, \vectors, 0, rsi
        add rsi, r8
        add rdx, \bytes
        add rcx, \bytes
        dec rax
        jnz 3b
        jmp .L\type\()_\vectors\()_8_store
        .endm

        .macro in_place name, s, e, type, bytes
        .globl \name
        .hidden \name
        .type \name, @function
        .balign 64
\name:
        .cfi_startproc
        mov rax, [rdi]
        mov rsi, [rdi + 8]
        mov rdx, [rdi + 24]
        mov r9, [rdi + 32]
        mov r10, [rdi + 40]
        kmovw k1, [rdi + 104]
        .irp n, 8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
        vpxord zmm\n, zmm\n, zmm\n
        .endr
        mov r8, [rdi + 88]
        lea r11, [rip + .L\type\()_whole_table]
        cmp qword ptr [rdi + 104], (1 << (64 / \bytes)) - 1
        jne 1f
        cmp r9, \bytes
        jne 1f
        dec r8
        cmp qword ptr [rdi + 96], 8
        je 2f
        inc r8
1:      lea r8, [r8 * 8 - 9]
        add r8, [rdi + 96]              # (vectors - 1) * 8 + columns - 1
        lea r11, [rip + .L\type\()_table]
2:
        movsxd r8, dword ptr [r11 + r8 * 4]
        add r11, r8
        mov [rsp - 8], r11              # below the stack pointer is ours: nothing is called from here
        mov r8, [rdi + 16]
        lea r11, [r10 + 2 * r10]
        lea rcx, [r10 + 4 * r10]
        add rcx, rdx
        jmp [rsp - 8]

        .irp vectors, 1,2,3
        tile \s, \e, \type, \vectors, 1
        tile \s, \e, \type, \vectors, 2
        tile \s, \e, \type, \vectors, 3
        tile \s, \e, \type, \vectors, 4
        tile \s, \e, \type, \vectors, 5
        tile \s, \e, \type, \vectors, 6
        tile \s, \e, \type, \vectors, 7
        tile \s, \e, \type, \vectors, 8
        whole_tile \s, \e, \type, \bytes, \vectors
        .endr
        .cfi_endproc
        .size \name, . - \name

        .section .rodata
        .balign 4
.L\type\()_table:
        .irp tile, 1_1,1_2,1_3,1_4,1_5,1_6,1_7,1_8, 2_1,2_2,2_3,2_4,2_5,2_6,2_7,2_8, 3_1,3_2,3_3,3_4,3_5,3_6,3_7,3_8
        .long .L\type\()_\tile - .L\type\()_table
        .endr
.L\type\()_whole_table:
        .irp vectors, 1,2,3
        .long .L\type\()_whole_\vectors - .L\type\()_whole_table
        .endr
        .text
        .endm

        in_place numapack_avx512_d_in_place, pd, sd, d, 8
        in_place numapack_avx512_s_in_place, ps, ss, s, 4

        .section .note.GNU-stack, "", @progbits
