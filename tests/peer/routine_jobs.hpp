// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "peer/work/job.hpp"

namespace numapack::testing {

/// All forms of a routine for a type: every letter that it may have.
inline std::vector<RoutineForm> forms_of(const BlasRoutine& routine, Type type) {
  std::vector<RoutineForm> forms{{&routine, ""}};
  for (const char kind : routine.letters) {
    std::string choices = kind == 's' ? "LR" : kind == 'u' ? "LU" : kind == 'd' ? "NU" : "NTC";
    if (kind == 't' && !routine.is_in_place() && !routine.is_level_2())
      choices = routine.hermitian ? "NC" : is_complex(type) ? "NT" : "NTC";
    std::vector<RoutineForm> longer;
    for (const RoutineForm& form : forms)
      for (const char letter : choices) longer.push_back({&routine, form.letters + letter});
    forms = longer;
  }
  return forms;
}

/// A small job of a form, with gaps between columns; C or its triangle has 13 rows.
inline Job small_job(const RoutineForm& form, Type type) {
  Job job;
  job.form = form;
  job.alpha = {0.7, is_complex(type) && !form.routine->has_real_alpha() ? 0.4 : 0};
  job.beta = {-1.3, is_complex(type) && !(form.routine->hermitian && form.routine->has('t')) ? 0.2 : 0};
  if (form.routine->is_vector_update()) job.beta = 1;
  if (!form.routine->has_alpha()) job.alpha = 1;
  job.call =
      product_of(form, type, 13, form.routine->has('t') && !form.routine->is_in_place() ? 13 : 9, 21, true);
  for (const int operand : {0, 1, 2})
    if (job.has(operand) && !form.routine->is_vector(operand))
      job.gapped[static_cast<std::size_t>(operand)] = job.rows(operand) + 2;
  job.seed = 5;
  return job;
}

}  // namespace numapack::testing
