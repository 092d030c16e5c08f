// SPDX-License-Identifier: BSD-3-Clause
#include "sparse/placed_csr.hpp"

#include <algorithm>
#include <complex>

#include "level3/call/arguments.hpp"
#include "memory/pages/census.hpp"
#include "sparse/at_parts.hpp"
#include "sparse/check_elements.hpp"
#include "team/cancellation.hpp"

namespace numapack {

/// What a part is while it is laid out. Lambdas of a class template capture it, so that it has a linkage.
struct PartDraft {
  WindowList list;
  std::vector<ColumnRun> runs;
  std::vector<std::int32_t> local;  ///< each column's place in the copy of x, where there is one
  std::vector<Index> index_bytes;   ///< of each window
};

namespace {

template <class I>
PartDraft draft_of(const SparsePattern<I>& pattern, const SparsePart& part, bool gathers) {
  PartDraft draft{cut_windows(pattern, part.rows), {}, {}, {}};
  draft.index_bytes.resize(draft.list.windows.size());
  if (!gathers) return draft;
  draft.runs = used_columns(pattern, part.rows);
  draft.local.resize(static_cast<std::size_t>(pattern.columns));
  for (const ColumnRun& run : draft.runs)
    for (std::int32_t i = 0; i < run.count; ++i)
      draft.local[static_cast<std::size_t>(run.from + i)] = run.to + i;
  return draft;
}

const std::int32_t* local_of(const PartDraft& draft) {
  return draft.local.empty() ? nullptr : draft.local.data();
}

Buffer buffer_on(int memory_node, std::size_t bytes, const Machine& machine) {
  BufferOptions options;
  options.placement = Placement::preferred(machine.home_for(memory_node));
  return Buffer(bytes, machine, options);
}

/// Memory of a part whose windows' sizes are known.
void allocate(PlacedPart& part, const PartDraft& draft, int memory_node, std::size_t element_bytes,
              const Machine& machine) {
  Index slices = 0, values = 0, indices = 0;
  for (std::size_t i = 0; i < part.windows.size(); ++i) {
    PlacedWindow& window = part.windows[i];
    window.first_slice = slices, window.first_value = values, window.first_index = indices;
    slices += window.slices;
    values += draft.list.windows[i].elements;
    indices += draft.index_bytes[i];
    part.piece_windows += window.of_pieces;
  }
  // Loops read whole vectors of indices.
  constexpr std::size_t beyond = 64;
  part.slices = buffer_on(memory_node, static_cast<std::size_t>(slices) * sizeof(Slice), machine);
  part.values = buffer_on(memory_node, static_cast<std::size_t>(values) * element_bytes, machine);
  part.indices = buffer_on(memory_node, static_cast<std::size_t>(indices) + beyond, machine);
  part.column_runs = buffer_on(memory_node, draft.runs.size() * sizeof(ColumnRun), machine);
  part.long_rows = draft.list.long_rows;
  part.pieces = draft.list.pieces;
  part.runs = static_cast<Index>(draft.runs.size());
  part.used = draft.runs.empty() ? 0 : draft.runs.back().to + draft.runs.back().count;
}

}  // namespace

std::size_t PlacedPart::bytes() const {
  return slices.size() + values.size() + indices.size() + column_runs.size();
}

template <class T>
template <class I>
PlacedCsr<T>::PlacedCsr(const SparsePattern<I>& pattern, const T* values)
    : PlacedCsr(pattern, values, Runtime::get().machine(), Runtime::get().chosen().now(),
                Runtime::get().profile()) {}

template <class T>
template <class I>
PlacedCsr<T>::PlacedCsr(const SparsePattern<I>& pattern, const T* values, const Machine& machine,
                        const std::vector<TeamLayout>& layout, const Profile& profile) {
  check_starts("csr", pattern);
  if (pattern.elements() > 0) require_address("csr", "values", values);
  const CancellationOff until_done;
  Runtime& runtime = Runtime::get();
  plan_ = make_sparse_plan(pattern, sizeof(T), machine, layout, profile);
  check_elements("csr", pattern, plan_, runtime);
  const double prepare_worth = 10 * flops_of_element * double(plan_.elements + plan_.rows);
  std::vector<PartDraft> drafts(plan_.parts.size());
  const auto one = [](std::size_t) { return 1; };
  const auto windows = [&](std::size_t part) { return drafts[part].list.windows.size(); };
  for_each_at_parts(runtime, plan_, prepare_worth, one, [&](std::size_t part, std::size_t) {
    drafts[part] = draft_of(pattern, plan_.parts[part], plan_.gathers);
  });
  parts_.resize(plan_.parts.size());
  for (std::size_t part = 0; part < parts_.size(); ++part) parts_[part].windows.resize(windows(part));
  for_each_at_parts(runtime, plan_, prepare_worth, windows, [&](std::size_t part, std::size_t number) {
    PartDraft& draft = drafts[part];
    Window& window = draft.list.windows[number];
    const WindowSlices<I> made(pattern, draft.list, window, local_of(draft), slice_rows<T>);
    window.elements = made.elements();
    parts_[part].windows[number] = {window.of_pieces, 0, made.count(), 0, 0};
    draft.index_bytes[number] = made.index_bytes();
  });
  for (std::size_t part = 0; part < parts_.size(); ++part)
    allocate(parts_[part], drafts[part], plan_.parts[part].memory_node, sizeof(T), machine);
  for_each_at_parts(runtime, plan_, prepare_worth, windows, [&](std::size_t part, std::size_t number) {
    const PartDraft& draft = drafts[part];
    PlacedPart& placed = parts_[part];
    const PlacedWindow& window = placed.windows[number];
    const WindowSlices<I> made(pattern, draft.list, draft.list.windows[number], local_of(draft),
                               slice_rows<T>);
    std::copy(made.slices().begin(), made.slices().end(),
              placed.slices.template as<Slice>() + window.first_slice);
    made.write(values, placed.values.template as<T>() + window.first_value,
               placed.indices.template as<std::uint8_t>() + window.first_index);
    if (number == 0)
      std::copy(draft.runs.begin(), draft.runs.end(), placed.column_runs.template as<ColumnRun>());
  });
}

template <class T>
std::size_t PlacedCsr<T>::bytes() const {
  std::size_t sum = 0;
  for (const PlacedPart& part : parts_) sum += part.bytes();
  return sum;
}

template <class T>
Census PlacedCsr<T>::where() const {
  const Machine& machine = Runtime::get().machine();
  Census sum;
  sum.by_node.resize(machine.nodes.size());
  for (const PlacedPart& part : parts_)
    for (const Buffer* buffer : {&part.slices, &part.values, &part.indices, &part.column_runs})
      if (buffer->size() > 0) add(sum, census(buffer->data(), buffer->size(), machine));
  return sum;
}

template class PlacedCsr<float>;
template class PlacedCsr<double>;
template class PlacedCsr<std::complex<float>>;
template class PlacedCsr<std::complex<double>>;
template PlacedCsr<float>::PlacedCsr(const SparsePattern<std::int32_t>&, const float*);
template PlacedCsr<float>::PlacedCsr(const SparsePattern<std::int32_t>&, const float*, const Machine&,
                                     const std::vector<TeamLayout>&, const Profile&);
template PlacedCsr<float>::PlacedCsr(const SparsePattern<std::int64_t>&, const float*);
template PlacedCsr<float>::PlacedCsr(const SparsePattern<std::int64_t>&, const float*, const Machine&,
                                     const std::vector<TeamLayout>&, const Profile&);
template PlacedCsr<double>::PlacedCsr(const SparsePattern<std::int32_t>&, const double*);
template PlacedCsr<double>::PlacedCsr(const SparsePattern<std::int32_t>&, const double*, const Machine&,
                                      const std::vector<TeamLayout>&, const Profile&);
template PlacedCsr<double>::PlacedCsr(const SparsePattern<std::int64_t>&, const double*);
template PlacedCsr<double>::PlacedCsr(const SparsePattern<std::int64_t>&, const double*, const Machine&,
                                      const std::vector<TeamLayout>&, const Profile&);
template PlacedCsr<std::complex<float>>::PlacedCsr(const SparsePattern<std::int32_t>&,
                                                   const std::complex<float>*);
template PlacedCsr<std::complex<float>>::PlacedCsr(const SparsePattern<std::int32_t>&,
                                                   const std::complex<float>*, const Machine&,
                                                   const std::vector<TeamLayout>&, const Profile&);
template PlacedCsr<std::complex<float>>::PlacedCsr(const SparsePattern<std::int64_t>&,
                                                   const std::complex<float>*);
template PlacedCsr<std::complex<float>>::PlacedCsr(const SparsePattern<std::int64_t>&,
                                                   const std::complex<float>*, const Machine&,
                                                   const std::vector<TeamLayout>&, const Profile&);
template PlacedCsr<std::complex<double>>::PlacedCsr(const SparsePattern<std::int32_t>&,
                                                    const std::complex<double>*);
template PlacedCsr<std::complex<double>>::PlacedCsr(const SparsePattern<std::int32_t>&,
                                                    const std::complex<double>*, const Machine&,
                                                    const std::vector<TeamLayout>&, const Profile&);
template PlacedCsr<std::complex<double>>::PlacedCsr(const SparsePattern<std::int64_t>&,
                                                    const std::complex<double>*);
template PlacedCsr<std::complex<double>>::PlacedCsr(const SparsePattern<std::int64_t>&,
                                                    const std::complex<double>*, const Machine&,
                                                    const std::vector<TeamLayout>&, const Profile&);

}  // namespace numapack
