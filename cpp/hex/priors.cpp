#include "hex/priors.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>

namespace crownbridge::hex {
namespace {

// Multiplicative pattern weights, tuned by matches.
constexpr float kSavesBridge = 12;     // save-bridge reply to an intrusion by the last move
constexpr float kBesideLast = 2;       // adjacent to the last move
constexpr float kNearLast = 2;         // at distance 2 from the last move
constexpr float kMakesBridge = 1.6F;   // forms a bridge to an own stone or edge; up to two count
constexpr float kBlocksBridge = 1.3F;  // blocks a bridge of the opponent; up to two count
constexpr float kCrowded = 0.5F;       // adjacent to three or more stones

// Counts the bridges from a place to stones of a colour.
int bridges(const Grid& grid, int place, Pattern pattern, Stone colour) {
  int count = 0;
  for (int direction = 0; direction < 6; ++direction) {
    const int next = (direction + 1) % 6;
    if (stone_in(pattern, direction) != Stone::None || stone_in(pattern, next) != Stone::None) continue;
    count += grid.at(grid.neighbour(grid.neighbour(place, direction), next)) == colour;
  }
  return count;
}

// Returns the distance of two cells in steps.
int distance(int rows, int columns) {
  return rows * columns < 0 ? std::max(std::abs(rows), std::abs(columns)) : std::abs(rows) + std::abs(columns);
}

}  // namespace

void write_priors(const Grid& grid, const Leaf& leaf, std::vector<float>& priors) {
  const int size = grid.size();
  const Stone own = stone(leaf.turn), theirs = stone(other(leaf.turn));
  priors.assign(static_cast<std::size_t>(size * size), 0);
  unsigned bridge_replies = 0;
  int last_place = 0;
  if (leaf.last >= 0) {
    last_place = grid.place(leaf.last);
    bridge_replies = kPatternTables.bridge_replies[static_cast<std::size_t>(leaf.turn)][grid.pattern(last_place)];
  }
  grid.visit([&](int cell, int place) {
    if (grid.at(place) != Stone::None) return;
    const Pattern pattern = grid.pattern(place);
    const int row = cell / size, column = cell % size;
    const int from_centre = distance(2 * row - size + 1, 2 * column - size + 1);  // doubled, to be an integer
    float weight = 1.0F + 2.0F * static_cast<float>(std::max(0, size - from_centre)) / static_cast<float>(size);
    for (int i = std::min(2, bridges(grid, place, pattern, own)); i > 0; --i) weight *= kMakesBridge;
    for (int i = std::min(2, bridges(grid, place, pattern, theirs)); i > 0; --i) weight *= kBlocksBridge;
    int stones = 0;
    for (int direction = 0; direction < 6; ++direction) stones += stone_in(pattern, direction) != Stone::None;
    if (stones >= 3) weight *= kCrowded;
    if (leaf.last >= 0) {
      const int from_last = distance(row - leaf.last / size, column - leaf.last % size);
      if (from_last == 1) weight *= kBesideLast;
      if (from_last == 2) weight *= kNearLast;
    }
    priors[static_cast<std::size_t>(cell)] = weight;
  });
  for (int direction = 0; direction < 6; ++direction)
    if (bridge_replies >> direction & 1) {
      const int place = grid.neighbour(last_place, direction);
      grid.visit([&](int cell, int there) {
        if (there == place) priors[static_cast<std::size_t>(cell)] *= kSavesBridge;
      });
    }
}

}  // namespace crownbridge::hex
