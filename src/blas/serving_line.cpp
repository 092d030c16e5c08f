// SPDX-License-Identifier: BSD-3-Clause
#include "blas/verbose.hpp"

namespace numapack::standard {

namespace {

std::string and_others(const std::string& blas, const std::string& lapack) {
  if (blas.empty() && lapack.empty()) return "nobody serves the rest";
  if (blas == lapack || lapack.empty()) return "the rest of BLAS: " + blas;
  if (blas.empty()) return "the rest of LAPACK: " + lapack;
  return "the rest of BLAS: " + blas + ", of LAPACK: " + lapack;
}

}  // namespace

std::string serving_line(const Serving& serving) {
  const std::string begin = "numapack " + serving.version + ": ";
  const std::string rest = "; " + and_others(serving.blas, serving.lapack);
  if (!serving.problem.empty()) return begin + serving.problem + rest;
  std::string nodes;
  for (const int node : serving.nodes) nodes += (nodes.empty() ? "" : ",") + std::to_string(node);
  return begin + "CPU row " + serving.cpu + (serving.nodes.size() == 1 ? ", node " : ", nodes ") + nodes +
         ", " + std::to_string(serving.threads) + (serving.threads == 1 ? " thread" : " threads") + rest;
}

}  // namespace numapack::standard
