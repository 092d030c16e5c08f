// SPDX-License-Identifier: BSD-3-Clause
#include "kernel/kernel.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/limits.hpp"
#include "base/made_once.hpp"
#include "cpu/find_microarch.hpp"
#include "kernel/sets.hpp"
#include "kernel/shapes.hpp"

namespace numapack {

char letter(Type type) { return "sdcz"[static_cast<int>(type)]; }

bool supported(InstructionSet set) {
  static constexpr InstructionSets contained {
#if defined(NUMAPACK_HAS_AVX2)
    InstructionSet::avx2,
#endif
#if defined(NUMAPACK_HAS_AVX512)
        InstructionSet::avx512,
#endif
#if defined(NUMAPACK_HAS_NEON)
        InstructionSet::neon,
#endif
#if defined(NUMAPACK_HAS_SVE)
        InstructionSet::sve,
#endif
  };
  return contained.has(set) && cpu_here().instructions->has(set);
}

std::vector<KernelShape> kernel_shapes(std::string_view architecture, Type type) {
  static constexpr KernelShape all[] = {
      shapes::avx512_s,
      shapes::avx512_d,
      shapes::avx512_c,
      shapes::avx512_z,
      shapes::avx512_s_by_columns,
      shapes::avx512_d_by_columns,
      shapes::avx512_c_by_columns,
      shapes::avx512_z_by_columns,
      shapes::avx2_s,
      shapes::avx2_d,
      shapes::avx2_c,
      shapes::avx2_z,
      shapes::neon_s16x6,
      shapes::neon_s16x4,
      shapes::neon_s8x4,
      shapes::neon_d8x6,
      shapes::neon_d8x4,
      shapes::neon_d4x4,
      shapes::neon_c8x3,
      shapes::neon_c8x2,
      shapes::neon_c4x2,
      shapes::neon_z4x3,
      shapes::neon_z4x2,
      shapes::neon_z2x2,
      shapes::sve256_s,
      shapes::sve256_d,
      shapes::sve256_c,
      shapes::sve256_z,
      shapes::sve512_s,
      shapes::sve512_d,
      shapes::sve512_c,
      shapes::sve512_z,
      shapes::portable_s,
      shapes::portable_d,
      shapes::portable_c,
      shapes::portable_z,
  };
  std::vector<KernelShape> chosen;
  for (const KernelShape& shape : all) {
    const bool x86 = shape.set == InstructionSet::avx2 || shape.set == InstructionSet::avx512;
    const bool arm = shape.set == InstructionSet::neon || shape.set == InstructionSet::sve;
    if (shape.type != type || (x86 && architecture != "x86_64") || (arm && architecture != "aarch64"))
      continue;
    chosen.push_back(shape);
  }
  return chosen;
}

namespace {

/// A kernel that rows name belongs to those rows; any other one to every row with its instructions.
const Microarch* microarch_for(const KernelShape& shape, const Microarch* wanted) {
  if (wanted->has(shape.name)) return wanted;
  const auto all = all_microarchs();
  const bool named = std::any_of(all.begin(), all.end(),
                                 [&](const Microarch* microarch) { return microarch->has(shape.name); });
  return !named && wanted->set == shape.set ? wanted : shape.microarch;
}

template <class T>
void give_microarch(Kernel<T>& kernel, const Microarch& microarch) {
  kernel.shape.microarch = &microarch;
  kernel.pack_a =
      microarch.packing_prefetches_all_lines ? kernel.pack_a_prefetching : kernel.pack_a_following;
  kernel.pack_b =
      microarch.packing_prefetches_all_lines ? kernel.pack_b_prefetching : kernel.pack_b_following;
}

}  // namespace

template <class T>
const std::vector<Kernel<T>>& usable_kernels() {
  static constinit MadeOnce<std::vector<Kernel<T>>> usable;
  return usable.get([] {
    std::vector<Kernel<T>> found;
    // Even the function that returns the rows is made of its set's instructions.
    const auto add = [&found](InstructionSet set, KernelRows<T> (*kernels)()) {
      if (!supported(set)) return;
      const KernelRows<T> rows = kernels();
      found.insert(found.end(), rows.rows, rows.rows + rows.count);
    };
#if defined(NUMAPACK_HAS_AVX512)
    add(InstructionSet::avx512, kernels_avx512<T>);
#endif
#if defined(NUMAPACK_HAS_AVX2)
    add(InstructionSet::avx2, kernels_avx2<T>);
#endif
#if defined(NUMAPACK_HAS_SVE)
    add(InstructionSet::sve, kernels_sve<T>);
#endif
#if defined(NUMAPACK_HAS_NEON)
    add(InstructionSet::neon, kernels_neon<T>);
#endif
    add(InstructionSet::portable, kernels_portable<T>);
    const Microarch& own = *choose_microarch(cpu_here()).microarch;
    for (Kernel<T>& kernel : found) give_microarch(kernel, *microarch_for(kernel.shape, &own));
    std::stable_partition(found.begin(), found.end(),
                          [&](const Kernel<T>& kernel) { return own.has(kernel.shape.name); });
    return found;
  });
}

template <class T>
const Kernel<T>* find_kernel(std::string_view name) {
  for (const Kernel<T>& kernel : usable_kernels<T>())
    if (kernel.shape.name == name) return &kernel;
  return nullptr;
}

template <class T>
std::optional<Kernel<T>> kernel_of(const KernelShape& shape) {
  const Kernel<T>* const found = find_kernel<T>(shape.name);
  if (found == nullptr) return std::nullopt;
  Kernel<T> kernel = *found;
  give_microarch(kernel, *shape.microarch);
  return kernel;
}

template const std::vector<Kernel<float>>& usable_kernels();
template const std::vector<Kernel<double>>& usable_kernels();
template const std::vector<Kernel<std::complex<float>>>& usable_kernels();
template const std::vector<Kernel<std::complex<double>>>& usable_kernels();
template const Kernel<float>* find_kernel(std::string_view);
template const Kernel<double>* find_kernel(std::string_view);
template const Kernel<std::complex<float>>* find_kernel(std::string_view);
template const Kernel<std::complex<double>>* find_kernel(std::string_view);
template std::optional<Kernel<float>> kernel_of(const KernelShape&);
template std::optional<Kernel<double>> kernel_of(const KernelShape&);
template std::optional<Kernel<std::complex<float>>> kernel_of(const KernelShape&);
template std::optional<Kernel<std::complex<double>>> kernel_of(const KernelShape&);

namespace {
template <class T>
std::vector<KernelShape> shapes_here() {
  std::vector<KernelShape> here;
  for (const Kernel<T>& kernel : usable_kernels<T>()) here.push_back(kernel.shape);
  return here;
}

std::vector<KernelShape> usable_shapes(Type type) {
  return with_type(type, []<class T>() { return shapes_here<T>(); });
}
}  // namespace

namespace {
std::string names_of(const std::vector<KernelShape>& shapes) {
  std::string names;
  for (const KernelShape& shape : shapes) names += std::string(names.empty() ? "" : ", ") + shape.name;
  return names;
}

/// NUMAPACK_KERNEL's choice. It may name a kernel of another type, which says nothing about this one.
const KernelShape* preferred_shape(std::string_view preferred, Type type,
                                   const std::vector<KernelShape>& candidates) {
  const auto named = [&](const KernelShape& shape) {
    return preferred == shape.name || preferred == name(shape.set);
  };
  if (const auto found = std::find_if(candidates.begin(), candidates.end(), named); found != candidates.end())
    return &*found;
  for (const Type other : {Type::s, Type::d, Type::c, Type::z}) {
    const std::vector<KernelShape> shapes = usable_shapes(other);
    if (other != type && std::any_of(shapes.begin(), shapes.end(), named)) return nullptr;
  }
  std::string sets;
  for (const KernelShape& shape : candidates)
    if (sets.find(name(shape.set)) == std::string::npos)
      sets += std::string(sets.empty() ? "" : ", ") + name(shape.set);
  invalid(
      "NUMAPACK_KERNEL", "this machine has no kernel or instruction set \"" + std::string(preferred) + "\"",
      "use one of " + sets + " for all types, or of " + names_of(candidates) + " for type " + letter(type));
}
}  // namespace

void require_preferred(std::string_view preferred) {
  static_cast<void>(preferred_shape(preferred, Type::d, usable_shapes(Type::d)));
}

KernelShape choose_shape(const Microarch& microarch, bool this_machine, Type type, std::string_view wanted) {
  std::vector<KernelShape> candidates =
      this_machine ? usable_shapes(type) : kernel_shapes(microarch.architecture, type);
  const auto with_microarch = [&](KernelShape shape) {
    shape.microarch = microarch_for(shape, &microarch);
    return shape;
  };
  const Limits limits = this_machine ? limits_of_environment() : Limits{};
  if (!wanted.empty()) {
    if (!limits.bits.empty()) throw excluded_by_level(wanted, limits.bits, "kernel");
    for (const KernelShape& shape : candidates)
      if (shape.name == wanted) return with_microarch(shape);
    invalid("kernel", "there is no \"" + std::string(wanted) + "\" for type " + letter(type),
            "use one of " + names_of(candidates));
  }
  std::stable_partition(candidates.begin(), candidates.end(),
                        [&](const KernelShape& shape) { return microarch.has(shape.name); });
  const std::string preferred = limits.bits.empty() ? limits.kernel : "";
  if (!preferred.empty()) {
    try {
      if (const KernelShape* const shape = preferred_shape(preferred, type, candidates))
        return with_microarch(*shape);
    } catch (const Error&) {
      if (!LenientSettings::here()) throw;
    }
  }
  return with_microarch(candidates.front());
}

KernelShape choose_shape(std::string_view architecture, bool this_machine, Type type,
                         std::string_view wanted) {
  const auto microarch = [&] {
    if (this_machine) return microarch_here().microarch;
    CpuIdentity cpu;
    cpu.architecture = architecture;
    return choose_microarch(cpu).microarch;
  };
  return choose_shape(*microarch(), this_machine, type, wanted);
}

}  // namespace numapack
