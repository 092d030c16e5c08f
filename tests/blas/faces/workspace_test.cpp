// SPDX-License-Identifier: BSD-3-Clause
#include "blas/faces/faces.hpp"

namespace numapack::testing {
namespace {

/// What a workspace query answers is a number of the routine's type: rounded up, never down.
template <class S>
class WorkspaceQuery : public Faces<S> {
 protected:
  using typename Faces<S>::Element;
  using typename Faces<S>::Integer;

  /// The first size that the type rounds down; the width of integers may have none.
  static constexpr bool has_odd =
      std::numeric_limits<Real<Element>>::digits < std::numeric_limits<Integer>::digits;
  const Integer odd_ = has_odd ? (Integer{1} << (std::numeric_limits<Real<Element>>::digits % 63)) + 1 : 1001;
  const Integer one_ = 1, question_ = -1;
  const char* const transposed_ = Faces<S>::complex ? "C" : "T";

  template <class... Before>
  void expect(const std::string& routine, std::int64_t least, Before... before) {
    Element work{-1};
    Integer info = -99;
    Faces<S>::fortran(routine, before..., &work, &question_, &info);
    EXPECT_EQ(info, 0) << routine;
    // Of these sizes a number of the type is a whole number.
    EXPECT_GE(static_cast<std::int64_t>(std::real(work)), least) << routine;
    EXPECT_LE(static_cast<std::int64_t>(std::real(work)), least + 1 + least / (1 << 20)) << routine;
  }
};
TYPED_TEST_SUITE(WorkspaceQuery, AllFaces);

TYPED_TEST(WorkspaceQuery, IsNotRoundedDown) {
  constexpr bool unitary = TestFixture::complex;
  typename TestFixture::Element a{}, tau{}, c{};
  typename TestFixture::Integer pivot = 1;
  const auto &n = this->odd_, &one = this->one_;
  this->expect("geqrf", n, &one, &n, &a, &one, &tau);
  this->expect("getri", n, &n, &a, &n, &pivot);
  this->expect(unitary ? "ungqr" : "orgqr", n, &n, &n, &one, &a, &n, &tau);
  for (const char* const side : {"L", "R"}) {
    const bool left = *side == 'L';
    this->expect(unitary ? "unmqr" : "ormqr", n, side, "N", left ? &one : &n, left ? &n : &one, &one, &a, &n,
                 &tau, &c, &n);
  }
  // An element for the smaller size and one for each right-hand side: n together.
  const auto nrhs = n - 1;
  this->expect("gels", n, "N", &one, &one, &nrhs, &a, &one, &c, &one);
  this->expect("gels", n, this->transposed_, &one, &one, &nrhs, &a, &one, &c, &one);
}

}  // namespace
}  // namespace numapack::testing
