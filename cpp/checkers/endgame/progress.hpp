#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <utility>

namespace crownbridge::checkers::endgame {

struct Progress {
  int pieces;
  std::string step;  // name of the slice being solved, "checking" or "writing"
  double fraction;   // finished fraction of the work for that number of pieces
};

// Called in the calling thread; may throw to cancel.
using ProgressCallback = std::function<void(const Progress&)>;

// Limits a callback to 50 calls per second within a step.
inline ProgressCallback rate_limited(ProgressCallback report) {
  using Clock = std::chrono::steady_clock;
  return [report = std::move(report), step = std::string(), next = Clock::time_point()](const Progress& progress) mutable {
    const auto now = Clock::now();
    if (now < next && step == progress.step) return;
    step = progress.step;
    next = now + std::chrono::milliseconds(20);
    report(progress);
  };
}

}  // namespace crownbridge::checkers::endgame
