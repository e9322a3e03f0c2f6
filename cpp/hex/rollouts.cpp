#include "hex/rollouts.hpp"

#include <bit>
#include <utility>

#include "hex/grid.hpp"
#include "hex/priors.hpp"

namespace crownbridge::hex {
namespace {

// The place that answers an intrusion into a bridge, or 0, which is no cell.
int saving_reply(const Grid& grid, int intruder, Side owner, Random& random) {
  unsigned ways = kRingFacts.saving[static_cast<std::size_t>(owner)][grid.ring(intruder)];
  if (!ways) return 0;
  for (int skip = std::has_single_bit(ways) ? 0 : random.below(std::popcount(ways)); skip > 0; --skip) ways &= ways - 1;
  return grid.beside(intruder, std::countr_zero(ways));
}

// Fills the grid; both sides answer intrusions into their bridges and otherwise play anywhere.
void play_out(Grid& grid, Side turn, int last, Random& random) {
  std::array<std::uint16_t, kMostSize * kMostSize> order;  // in which the empty cells come up
  int count = 0;
  grid.visit([&](int, int place) {
    if (grid.at(place) != Stone::None) return;
    const auto chosen = static_cast<std::size_t>(random.below(count + 1));
    order[static_cast<std::size_t>(count++)] = order[chosen];
    order[chosen] = static_cast<std::uint16_t>(place);
  });
  int reply = last < 0 ? 0 : saving_reply(grid, grid.place(last), turn, random);
  for (int i = 0; i < count;) {
    int place = reply;
    if (!place) {
      place = order[static_cast<std::size_t>(i++)];
      if (grid.at(place) != Stone::None) continue;
    }
    grid.set(place, stone(turn));
    turn = other(turn);
    reply = saving_reply(grid, place, turn, random);
  }
}

}  // namespace

void Rollouts::evaluate(std::span<const Leaf> leaves, std::span<Estimate> estimates, Random& random) const {
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
