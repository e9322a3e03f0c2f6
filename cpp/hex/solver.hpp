#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "hex/board.hpp"

namespace crownbridge::hex {

// What a solved position comes to.
struct Solution {
  Side winner;
  std::optional<std::uint16_t> move;    // of the side to move, if it wins
  std::vector<std::uint16_t> carrier;   // the empty cells that the winner needs: whatever happens elsewhere, it wins
};

struct SolveProgress {
  std::uint64_t nodes = 0;  // positions looked into so far
  double seconds = 0;
};

struct SolveLimits {
  std::optional<std::uint64_t> nodes = std::nullopt;
  std::optional<double> seconds = std::nullopt;
};

// Proves who wins: depth-first proof-number search, with connections and fill-in, that remembers positions in a table of
// a fixed size from one call to the next.
class Solver {
 public:
  explicit Solver(std::size_t megabytes);
  ~Solver();

  // Nothing when a limit is reached or another thread sets `stop`. The game must not be over. `progress` is called at
  // every node in the calling thread, and may throw to give up.
  std::optional<Solution> solve(const Board& board, Side turn, const SolveLimits& limits = {}, const std::atomic<bool>& stop = kGoOn,
                                const std::function<void(const SolveProgress&)>& progress = {});

  // What the last call took.
  const SolveProgress& last() const { return last_; }

  class Prover;

 private:
  static constexpr std::atomic<bool> kGoOn = false;

  std::size_t megabytes_;
  int size_ = 0;
  std::unique_ptr<Prover> prover_;  // for that size of board
  SolveProgress last_;
};

}  // namespace crownbridge::hex
