// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "cli/plans/plan_page.hpp"
#include "profile/assumed.hpp"
#include "schedule/seconds.hpp"

namespace numapack {

/// Memory that a call may be the first to touch, which is no part of Seconds.
struct FirstTouch {
  double bytes = 0, seconds = 0;
};

/// What a job takes by its plan, on the machine and with the figures of the setting.
struct Prediction {
  Seconds seconds;
  KernelCosts costs;
  double flops = 0;
  std::vector<AssumedFigure> assumed;  ///< that it rests on
  FirstTouch workspace, written;
  double laying_out_s = 0;  ///< of a prepacked operand, once
};
Prediction predict(const PlanSetting& setting);
/// Of a product with a prepacked operand, 'a' or 'b'.
Prediction predict_packed(const PlanSetting& setting, char operand);
/// Of so many problems in one call.
Prediction predict_batch(const PlanSetting& setting, Index problems);
/// One of so many flops, with what the model's costs rest on; its seconds are still to come.
Prediction prediction_by(const TimeModel& model, double flops, const PlanSetting& setting);
/// So much memory, touched for the first time by the threads of as many nodes.
FirstTouch first_touch(double bytes, int nodes, const Profile& profile);

/// What bounds it, in a sentence: the part of a thread's time that is largest, and what would help.
std::string bound_of(const Prediction& prediction);

/// What was assumed, as a line of a page; "" for nothing.
std::string describe(const std::vector<AssumedFigure>& assumed);

/// "Time" of a plan's page, and the document's "seconds".
std::string explain(const Prediction& prediction, const Machine& machine);
nlohmann::json to_json(const Prediction& prediction, const Machine& machine);
void add_time(const Prediction& prediction, const Machine& machine, PlanPage& page);

/// A prediction next to what the call took: how far it is off.
struct TimedPrediction {
  Prediction prediction;
  double measured_s = 0;
  double error() const { return prediction.seconds.total / measured_s - 1; }
};
std::string explain(const TimedPrediction& timed, const Machine& machine);
nlohmann::json to_json(const TimedPrediction& timed, const Machine& machine);

}  // namespace numapack
