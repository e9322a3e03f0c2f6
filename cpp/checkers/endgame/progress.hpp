#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <utility>

namespace crownbridge::checkers::endgame {

struct Progress {
  int pieces;
  std::string step;  // the slice in work, "checking" or "writing"
  double fraction;   // of that work for that piece count
};

// Called on the calling thread; may throw to give up.
using Report = std::function<void(const Progress&)>;

// The same, but no more than 50 times a second while the step stays the same.
inline Report paced(Report report) {
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
