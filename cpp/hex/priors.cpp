#include "hex/priors.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>

namespace crownbridge::hex {
namespace {

// Weights that multiply; chosen by matches.
constexpr float kSavesBridge = 12;     // keeps two own stones connected that the last move tried to part
constexpr float kBesideLast = 2;       // touches the last move
constexpr float kNearLast = 2;         // a bridge away from the last move
constexpr float kMakesBridge = 1.6F;   // to an own stone or edge, for each of up to two
constexpr float kBreaksBridge = 1.3F;  // the same for the opponent's
constexpr float kCrowded = 0.5F;       // touches three stones or more

// How many stones of a side a bridge would join to this place.
int bridges(const Grid& grid, int place, Ring ring, Stone colour) {
  int count = 0;
  for (int direction = 0; direction < 6; ++direction) {
    const int next = (direction + 1) % 6;
    if (stone_in(ring, direction) != Stone::None || stone_in(ring, next) != Stone::None) continue;
    count += grid.at(grid.beside(grid.beside(place, direction), next)) == colour;
  }
  return count;
}

int distance(int rows, int columns) {
  return rows * columns < 0 ? std::max(std::abs(rows), std::abs(columns)) : std::abs(rows) + std::abs(columns);
}

}  // namespace

void write_priors(const Grid& grid, const Leaf& leaf, std::vector<float>& priors) {
  const int size = grid.size();
  const Stone own = stone(leaf.turn), theirs = stone(other(leaf.turn));
  priors.assign(static_cast<std::size_t>(size * size), 0);
  unsigned saving = 0;
  int last_place = 0;
  if (leaf.last >= 0) {
    last_place = grid.place(leaf.last);
    saving = kRingFacts.saving[static_cast<std::size_t>(leaf.turn)][grid.ring(last_place)];
  }
  grid.visit([&](int cell, int place) {
    if (grid.at(place) != Stone::None) return;
    const Ring ring = grid.ring(place);
    const int row = cell / size, column = cell % size;
    const int from_centre = distance(2 * row - size + 1, 2 * column - size + 1);  // doubled
    float weight = 1.0F + 2.0F * static_cast<float>(std::max(0, size - from_centre)) / static_cast<float>(size);
    for (int made = std::min(2, bridges(grid, place, ring, own)); made > 0; --made) weight *= kMakesBridge;
    for (int met = std::min(2, bridges(grid, place, ring, theirs)); met > 0; --met) weight *= kBreaksBridge;
    int stones = 0;
    for (int direction = 0; direction < 6; ++direction) stones += stone_in(ring, direction) != Stone::None;
    if (stones >= 3) weight *= kCrowded;
    if (leaf.last >= 0) {
      const int apart = distance(row - leaf.last / size, column - leaf.last % size);
      if (apart == 1) weight *= kBesideLast;
      if (apart == 2) weight *= kNearLast;
    }
    priors[static_cast<std::size_t>(cell)] = weight;
  });
  for (int direction = 0; direction < 6; ++direction)
    if (saving >> direction & 1) {
      const int place = grid.beside(last_place, direction);
      grid.visit([&](int cell, int there) {
        if (there == place) priors[static_cast<std::size_t>(cell)] *= kSavesBridge;
      });
    }
}

}  // namespace crownbridge::hex
