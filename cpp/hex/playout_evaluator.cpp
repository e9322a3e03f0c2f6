#include "hex/playout_evaluator.hpp"

#include <bit>
#include <utility>

#include "hex/grid.hpp"
#include "hex/priors.hpp"

namespace crownbridge::hex {
namespace {

// Save-bridge pattern: returns a reply that keeps a bridge after an intrusion, at random if there are several, or 0 if
// there is none.
int bridge_reply(const Grid& grid, int intruder, Side owner, Random& random) {
  unsigned replies = kPatternTables.bridge_replies[static_cast<std::size_t>(owner)][grid.pattern(intruder)];
  if (!replies) return 0;
  for (int skip = std::has_single_bit(replies) ? 0 : random.below(std::popcount(replies)); skip > 0; --skip) replies &= replies - 1;
  return grid.neighbour(intruder, std::countr_zero(replies));
}

// Playout policy: reply to intrusions into bridges, otherwise play a random empty cell. Plays until the board is full.
void play_out(Grid& grid, Side turn, int last, Random& random) {
  std::array<std::uint16_t, kMaxSize * kMaxSize> order;  // random permutation of the empty cells
  int count = 0;
  grid.visit([&](int, int place) {
    if (grid.at(place) != Stone::None) return;
    const auto other_index = static_cast<std::size_t>(random.below(count + 1));
    order[static_cast<std::size_t>(count++)] = order[other_index];
    order[other_index] = static_cast<std::uint16_t>(place);
  });
  int reply = last < 0 ? 0 : bridge_reply(grid, grid.place(last), turn, random);
  for (int i = 0; i < count;) {
    int place = reply;
    if (!place) {
      place = order[static_cast<std::size_t>(i++)];
      if (grid.at(place) != Stone::None) continue;
    }
    grid.set(place, stone(turn));
    turn = other(turn);
    reply = bridge_reply(grid, place, turn, random);
  }
}

}  // namespace

void PlayoutEvaluator::evaluate(std::span<const Leaf> leaves, std::span<Estimate> estimates, Random& random) const {
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    const Leaf& leaf = leaves[i];
    Estimate& estimate = estimates[i];
    Grid grid(*leaf.board);
    if (leaf.wants_priors) write_priors(grid, leaf, estimate.priors);
    play_out(grid, leaf.turn, leaf.last, random);
    estimate.value = grid.winner_when_full() == leaf.turn ? 1.0F : 0.0F;
    estimate.owners.resize(static_cast<std::size_t>(leaf.board->cells()));
    grid.visit([&](int cell, int place) { estimate.owners[static_cast<std::size_t>(cell)] = grid.at(place); });
  }
}

}  // namespace crownbridge::hex
