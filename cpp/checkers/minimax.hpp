#pragma once

#include "checkers/search.hpp"

namespace crownbridge::checkers {

// How a plain minimax goes about it. The score is the same whatever is switched on; the work is not.
struct MinimaxOptions {
  int depth = 1;
  bool alpha_beta = true;     // leave out what cannot change the choice
  bool cache = true;          // remember positions that are reached by several ways
  bool reorder_moves = true;  // look first at moves that look good at once
  std::optional<double> seconds = std::nullopt;       // after that, the best of the moves searched so far
  std::optional<std::uint64_t> nodes = std::nullopt;  // the same
  Score noise = 0;            // how far evaluations are off, at random, for weaker play
  std::uint64_t seed = 0;     // of the noise
};

// Looks so many moves ahead, no further and no less, and evaluates where it comes to. Of the draw rules it knows the counter.
SearchReport minimax(const Position& position, const Evaluation& evaluation, const MinimaxOptions& options,
                     const std::atomic<bool>& stop, void (*pause)() = nullptr);

}  // namespace crownbridge::checkers
