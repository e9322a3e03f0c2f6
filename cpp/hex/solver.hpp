#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "hex/board.hpp"

namespace crownbridge::hex {

// The solution of a position.
struct Solution {
  Side winner;
  std::optional<std::uint16_t> move;    // winning move, if the side to move wins
  std::vector<std::uint16_t> carrier;   // empty cells that the winner needs; it wins with any stones outside of them
};

struct SolveProgress {
  std::uint64_t nodes = 0;  // nodes expanded
  double seconds = 0;
};

struct SolveLimits {
  std::optional<std::uint64_t> nodes = std::nullopt;
  std::optional<double> seconds = std::nullopt;
};

// Solves positions by depth-first proof-number search (df-pn) with H-search and fill-in. The transposition table has a
// fixed size and is kept between calls.
class Solver {
 public:
  explicit Solver(std::size_t megabytes);
  ~Solver();

  // Solves a position that is not over. Returns nothing if a limit is reached or another thread sets `stop`. `progress`
  // is called at every node in the calling thread and may throw to cancel.
  std::optional<Solution> solve(const Board& board, Side turn, const SolveLimits& limits = {},
                                const std::atomic<bool>& stop = kNeverStop,
                                const std::function<void(const SolveProgress&)>& progress = {});

  // Statistics of the last call.
  const SolveProgress& last() const { return last_; }

  class ProofSearch;

 private:
  static constexpr std::atomic<bool> kNeverStop = false;

  std::size_t megabytes_;
  int size_ = 0;
  std::unique_ptr<ProofSearch> proof_search_;  // for boards of size_
  SolveProgress last_;
};

}  // namespace crownbridge::hex
