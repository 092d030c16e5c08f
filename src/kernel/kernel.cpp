#include "kernel/kernel.hpp"

#include <algorithm>

#include "base/environment.hpp"
#include "base/error.hpp"
#include "kernel/sets.hpp"
#include "kernel/shapes.hpp"

#if defined(__aarch64__)
#include <sys/auxv.h>
#endif

namespace numapack {

std::size_t bytes_of(Type type) {
  constexpr std::size_t bytes[] = {4, 8, 8, 16};
  return bytes[static_cast<int>(type)];
}

char letter(Type type) { return "sdcz"[static_cast<int>(type)]; }

const char* name(InstructionSet set) {
  constexpr const char* names[] = {"portable", "avx2", "avx512", "neon", "sve"};
  return names[static_cast<int>(set)];
}

bool supported(InstructionSet set) {
  switch (set) {
    case InstructionSet::portable:
      return true;
#if defined(NUMAPACK_HAS_AVX2)
    case InstructionSet::avx2:
      return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#endif
#if defined(NUMAPACK_HAS_AVX512)
    case InstructionSet::avx512:
      return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
             __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
             __builtin_cpu_supports("avx512cd");
#endif
#if defined(NUMAPACK_HAS_NEON)
    case InstructionSet::neon:
      return true;
#endif
#if defined(NUMAPACK_HAS_SVE)
    case InstructionSet::sve:
      return (getauxval(AT_HWCAP) & HWCAP_SVE) != 0;
#endif
    default:
      return false;
  }
}

std::vector<KernelShape> kernel_shapes(std::string_view architecture, Type type) {
  static constexpr KernelShape all[] = {
      shapes::avx512_s,   shapes::avx512_d,   shapes::avx512_c,  shapes::avx512_z,   shapes::avx2_s,
      shapes::avx2_d,     shapes::avx2_c,     shapes::avx2_z,    shapes::neon_s16x6, shapes::neon_s16x4,
      shapes::neon_s8x4,  shapes::neon_d8x6,  shapes::neon_d8x4, shapes::neon_d4x4,  shapes::neon_c8x3,
      shapes::neon_c8x2,  shapes::neon_c4x2,  shapes::neon_z4x3, shapes::neon_z4x2,  shapes::neon_z2x2,
      shapes::sve256_s,   shapes::sve256_d,   shapes::sve256_c,  shapes::sve256_z,   shapes::sve512_s,
      shapes::sve512_d,   shapes::sve512_c,   shapes::sve512_z,  shapes::portable_s, shapes::portable_d,
      shapes::portable_c, shapes::portable_z,
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

template <class T>
const std::vector<Kernel<T>>& usable_kernels() {
  static const std::vector<Kernel<T>> usable = [] {
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
    return found;
  }();
  return usable;
}

template <class T>
const Kernel<T>* find_kernel(std::string_view name) {
  for (const Kernel<T>& kernel : usable_kernels<T>())
    if (kernel.shape.name == name) return &kernel;
  return nullptr;
}

template const std::vector<Kernel<float>>& usable_kernels();
template const std::vector<Kernel<double>>& usable_kernels();
template const std::vector<Kernel<std::complex<float>>>& usable_kernels();
template const std::vector<Kernel<std::complex<double>>>& usable_kernels();
template const Kernel<float>* find_kernel(std::string_view);
template const Kernel<double>* find_kernel(std::string_view);
template const Kernel<std::complex<float>>* find_kernel(std::string_view);
template const Kernel<std::complex<double>>* find_kernel(std::string_view);

namespace {
template <class T>
std::vector<KernelShape> shapes_here() {
  std::vector<KernelShape> here;
  for (const Kernel<T>& kernel : usable_kernels<T>()) here.push_back(kernel.shape);
  return here;
}

std::vector<KernelShape> usable_shapes(Type type) {
  switch (type) {
    case Type::s:
      return shapes_here<float>();
    case Type::d:
      return shapes_here<double>();
    case Type::c:
      return shapes_here<std::complex<float>>();
    case Type::z:
      return shapes_here<std::complex<double>>();
  }
  return {};
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

KernelShape choose_shape(std::string_view architecture, bool this_machine, Type type,
                         std::string_view wanted) {
  const std::vector<KernelShape> candidates =
      this_machine ? usable_shapes(type) : kernel_shapes(architecture, type);
  if (!wanted.empty()) {
    for (const KernelShape& shape : candidates)
      if (shape.name == wanted) return shape;
    invalid("kernel", "there is no \"" + std::string(wanted) + "\" for type " + letter(type),
            "use one of " + names_of(candidates));
  }
  if (const auto preferred = environment("NUMAPACK_KERNEL"); this_machine && preferred)
    if (const KernelShape* const shape = preferred_shape(*preferred, type, candidates)) return *shape;
  return candidates.front();
}

}  // namespace numapack
