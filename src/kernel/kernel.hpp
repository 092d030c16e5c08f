// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cpu/microarchs.hpp"
#include "kernel/pack/pack_source.hpp"
#include "kernel/skinny/skinny_product.hpp"
#include "kernel/skinny/vector_product.hpp"

namespace numapack {

/// The four BLAS types: float, double, std::complex<float>, std::complex<double>.
enum class Type { s, d, c, z };

constexpr std::size_t bytes_of(Type type) {
  constexpr std::size_t bytes[] = {4, 8, 8, 16};
  return bytes[static_cast<int>(type)];
}

/// Rows, or columns, that are cut together in fixed order (Microarch::fixed_order), in bytes of an element
/// each: for every type a multiple of MR and NR of all kernels that have it.
inline constexpr int fixed_order_bytes = 192;

char letter(Type type);
constexpr bool is_complex(Type type) { return type == Type::c || type == Type::z; }

template <class T>
constexpr Type type_of();
template <>
constexpr Type type_of<float>() {
  return Type::s;
}
template <>
constexpr Type type_of<double>() {
  return Type::d;
}
template <>
constexpr Type type_of<std::complex<float>>() {
  return Type::c;
}
template <>
constexpr Type type_of<std::complex<double>>() {
  return Type::z;
}

/// What body.operator()<T>() gives for the T of this type: from a value to a template.
template <class Body>
decltype(auto) with_type(Type type, const Body& body) {
  switch (type) {
    case Type::s:
      return body.template operator()<float>();
    case Type::d:
      return body.template operator()<double>();
    case Type::c:
      return body.template operator()<std::complex<float>>();
    case Type::z:
      break;
  }
  return body.template operator()<std::complex<double>>();
}

/// True if this CPU runs it (cpu_here()) and this build contains it. Never goes by model names.
bool supported(InstructionSet set);

/// How a PackAheadTile of k steps goes about it: its k / 4 rounds of four steps but the first few pack a line
/// in every so many. 0: no kernel of that kind.
struct PackAheadPace {
  int rounds_before = 0, rounds_a_line = 0;
};

/// A micro-kernel as data: plans for other machines need the shape, not the code.
struct KernelShape {
  const char* name = "";  ///< "avx512-d24x8"
  InstructionSet set = InstructionSet::portable;
  Type type = Type::d;
  int mr = 1, nr = 1;             ///< rows and columns of C that stay in registers, in elements of the type
  bool in_place = false;          ///< has a loop for operands in place, see InPlace
  bool transposes_a = false;      ///< which takes any A of up to most_strip_depth() steps, not only columns
  PackAheadPace pack_ahead = {};  ///< see PackAheadTile
  const Microarch* microarch = &microarchs::portable;  ///< whose figures decide; never null

  bool packs_ahead() const { return pack_ahead.rounds_a_line > 0; }
};

/// No kernel's tile has more rows or columns, and more elements, than these: for buffers of tiles.
inline constexpr Index most_tile_side = 128, most_tile_elements = 1024;

/// Packs `length` x `depth` elements into ceil(length / width) micro-panels, one after the other, each
/// `depth` steps of `width` neighbouring elements; the last panel is filled up with zeros. `width` is the
/// kernel's mr or nr. (Goto & van de Geijn, TOMS 34(3), 2008, section 4; Van Zee & van de Geijn, TOMS 41(3),
/// 2015, section 3.)
template <class T>
using PackPanels = void (*)(const PackSource<T>& source, Index length, Index depth, T* panels);

/// What will be read after a tile, brought towards the core meanwhile as far as there is time: eight
/// stretches of ahead_bytes() each, `stride` bytes apart (0: one behind the other). Need not exist.
struct Ahead {
  static constexpr Index stretches = 8;
  const void* data = nullptr;
  Index stride = 0;
};

/// How long the stretches are for a tile of k steps: a line for every four, but in the last 64 if k is large
/// (see x86/avx512_loops.S).
constexpr Index ahead_bytes(Index k) {
  const Index bodies = (k - 1) / 4;
  return bodies < 31 ? 0 : (bodies < 48 ? bodies : bodies - 16) / Ahead::stretches * 64;
}

/// C[0:rows, 0:columns] = alpha * A * B + beta * C for one packed micro-panel each of A (k x mr) and B (k x
/// nr), C column-major with leading dimension ldc; rows <= mr, columns <= nr. beta == 0 does not read C. Sums
/// over k in order, once rounded an fma where the instruction set has it, so that the value of an element
/// depends neither on its place in a tile nor on the size of the tile. Panels are 64-byte aligned.
template <class T>
using MicroTile = void (*)(Index k, const T* a, const T* b, T alpha, T beta, T* c, Index ldc, int rows,
                           int columns, const Ahead& ahead);

/// A whole tile (mr x nr) on nr unpacked columns of B, which it packs into panel_b meanwhile: the element
/// that is broadcast is also stored, in slots that the FMAs leave free. The same bits as MicroTile.
template <class T>
using PackingTile = void (*)(Index k, const T* a, const T* b, Index ldb, T* panel_b, T alpha, T beta, T* c,
                             Index ldc, const Ahead& ahead);

/// Lines of a block of A that a tile packs on the way, in slots that its FMAs leave free: down a column, each
/// line to the panel that it belongs to, then the next column. A line is mr rows. In bytes.
struct PackedAhead {
  const void* from = nullptr;  ///< the first line
  Index leading = 0;           ///< from one column to the next
  void* to = nullptr;          ///< its place in its panel, on a line
  Index panel = 0;             ///< from one panel to the next
  Index lines = 0;             ///< of a column
  Index left = 0;              ///< of the first column
  Index count = 0;             ///< in all
  Index prefetched = 0;        ///< from a column to one that is prefetched
};

/// How many lines a tile of k steps has time for.
constexpr Index lines_packed_ahead(const KernelShape& kernel, Index k) {
  const PackAheadPace pace = kernel.pack_ahead;
  const Index rounds = k / 4 - pace.rounds_before;
  return k < 32 || rounds < 0 || pace.rounds_a_line == 0 ? 0 : rounds / pace.rounds_a_line;
}

/// A MicroTile that packs on the way. The same bits.
template <class T>
using PackAheadTile = void (*)(Index k, const T* a, const T* b, T alpha, T beta, T* c, Index ldc, int rows,
                               int columns, const PackedAhead& packed);

/// A stored matrix that will be read soon: some rows of some columns. Null: none.
template <class T>
struct NextBlock {
  const T* data = nullptr;
  Index leading = 0, rows = 0, columns = 0;
};

/// What will be read after an in-place product, brought into L2 meanwhile as far as there is time; or that
/// each of its tiles will be followed by the rows below, which are brought into L1.
template <class T>
struct Following {
  static constexpr int count = 2;
  NextBlock<T> blocks[count];
  bool in_haste = false;    ///< twice as much at a time, because the product is soon done
  bool rows_below = false;  ///< instead of blocks; not every loop prefetches them
  bool c_below = false;     ///< C's elements some tiles below each; likewise
};

/// C = alpha A B + beta C on operands in place, for products so small that packing them would take a good
/// part of the time. Element (i, p) of A at a.data[i * a.along + p * a.step], (p, j) of B at b.data[j *
/// b.along + p * b.step]; m, n, k > 0. A in columns, not conjugated, if the shape says no more. Rounds as the
/// tiles do. beta == 0 does not read C. `following` may be null: nothing is prefetched.
template <class T>
using InPlace = void (*)(Index m, Index n, Index k, T alpha, const PackSource<T>& a, const PackSource<T>& b,
                         T beta, T* c, Index ldc, const Following<T>* following);

/// A micro-kernel as code.
template <class T>
struct Kernel {
  KernelShape shape;
  MicroTile<T> tile;
  PackPanels<T> pack_a_following, pack_b_following;      ///< prefetch the first lines of the next columns
  PackPanels<T> pack_a_prefetching, pack_b_prefetching;  ///< prefetch all their lines
  InPlace<T> in_place = nullptr;                         ///< not every kernel has one
  PackingTile<T> packing_tile = nullptr;                 ///< nor this
  SkinnyFunction<T> skinny = nullptr;                    ///< but all have this
  NearVector<T> near_vector = nullptr;                   ///< and this
  PackAheadTile<T> pack_ahead_tile = nullptr;            ///< nor this
  PackPanels<T> pack_a =
      pack_a_following;  ///< width mr; of the two the microarchitecture's, as kernel_of() has them
  PackPanels<T> pack_b = pack_b_following;  ///< width nr
};

/// All shapes of an architecture ("x86_64", "aarch64"; others get the portable ones), best first within each
/// type, whether or not this build contains their code. SVE's come behind NEON's here: which of them a
/// machine has depends on the length of its vectors, and the Kunpeng 920 has none.
std::vector<KernelShape> kernel_shapes(std::string_view architecture, Type type);

/// Kernels that this CPU can run, that of its own row (whatever NUMAPACK_CPU says) first, then best first;
/// never empty (the portable one is always there). Each has the figures of this CPU's microarchitecture or,
/// if it is no kernel of that, of the microarchitecture that it is of.
template <class T>
const std::vector<Kernel<T>>& usable_kernels();

/// The usable kernel of that name, or null.
template <class T>
const Kernel<T>* find_kernel(std::string_view name);

/// The code of a shape, with the figures of the shape's row; nothing: this CPU cannot run it.
template <class T>
std::optional<Kernel<T>> kernel_of(const KernelShape& shape);

/// The shape to plan with: `wanted` by name, or (empty) NUMAPACK_KERNEL's choice (a kernel, which speaks for
/// its own type only, or an instruction set for all types), or the microarchitecture's own kernel. For
/// another machine, which the variable does not concern, any kernel of the microarchitecture's architecture
/// is there. It has the microarchitecture's figures, if it is a kernel of the microarchitecture. Throws
/// Error(invalid_argument) listing the names there are if what is asked for is not among them, or
/// NUMAPACK_BITS fixes it; not for variables where LenientSettings are.
KernelShape choose_shape(const Microarch& microarch, bool this_machine, Type type,
                         std::string_view wanted = {});

/// The same for this machine's microarchitecture, or for another one of which nothing but the architecture is
/// known.
KernelShape choose_shape(std::string_view architecture, bool this_machine, Type type,
                         std::string_view wanted = {});

/// Throws what choose_shape() does for a NUMAPACK_KERNEL that is not there.
void require_preferred(std::string_view preferred);

/// Data caches of one core, in bytes; l3: its share.
struct CacheSizes {
  std::size_t l1 = 32 << 10, l2 = 512 << 10, l3_per_core = 1 << 20;
};

/// Rows of a packed block of so many columns that fill a quarter of L2, whole micro-panels: mc of the steps
/// of triangles and factorisations, next to the other operand, which stays there, and C, which passes
/// (CL-193).
Index rows_of_steps(const KernelShape& shape, const CacheSizes& caches, Index columns);

/// The microarchitecture's blocks of the kernel where it has some, else by the sizes of the caches after Low,
/// Igual, Smith & Quintana-Ortí, TOMS 43(2), 2016, section 4. mc is a multiple of mr, nc of nr. kc depends on
/// the kernel and k alone, never on caches, threads or homes: it fixes the order of rounding, hence the bits
/// of the answer. (Only a tuned profile changes it: `wanted` with a kc above 0 takes the place of all
/// choices, rounded to whole panels.) With k given, kc is evened out so that the last kc block is not a
/// sliver (k = 1024 at kc = 384: kc blocks of 344, 344 and 336).
Blocking choose_blocking(const KernelShape& shape, const CacheSizes& caches, Index k = 0,
                         const Blocking& wanted = {});

}  // namespace numapack
