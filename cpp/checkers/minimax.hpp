#pragma once

#include "checkers/search.hpp"

namespace crownbridge::checkers {

// Options of a plain minimax search. Pruning, cache and move ordering change the number of nodes, but not the score.
struct MinimaxOptions {
  int depth = 1;
  bool alpha_beta = true;     // alpha-beta pruning
  bool cache = true;          // transposition table
  bool reorder_moves = true;  // order moves by the evaluation of the positions after them
  std::optional<double> seconds = std::nullopt;       // time limit, after which the best move so far is returned
  std::optional<std::uint64_t> nodes = std::nullopt;  // node limit, with the same effect
  Score noise = 0;            // largest random error of evaluations, for weaker play
  std::uint64_t seed = 0;     // seed of the noise
};

// Searches to a fixed depth and evaluates at the horizon. Considers the draw counter, but no other draw rule.
SearchReport minimax(const Position& position, const Evaluation& evaluation, const MinimaxOptions& options,
                     const std::atomic<bool>& stop, void (*pause)() = nullptr);

}  // namespace crownbridge::checkers
