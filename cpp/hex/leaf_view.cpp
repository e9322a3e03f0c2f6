#include "hex/leaf_view.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace crownbridge::hex {
namespace {

constexpr float kLogitClip = 9;  // bound of logits, so that no move counts as certain

std::size_t cell_for(Side side, std::size_t cell, std::size_t size) {
  return side == Side::Red ? cell : cell % size * size + cell / size;
}

}  // namespace

void write_board(const Leaf& leaf, std::int8_t* cells) {
  const Board& board = *leaf.board;
  const auto size = static_cast<std::size_t>(board.size());
  for (std::size_t cell = 0; cell < size * size; ++cell) {
    const Stone there = board.at(static_cast<int>(cell));
    cells[cell_for(leaf.turn, cell, size)] = static_cast<std::int8_t>(there == Stone::None ? 0 : there == stone(leaf.turn) ? 1 : -1);
  }
}

void read_moves(const Leaf& leaf, const float* logits, float temperature, Estimate& estimate) {
  const auto size = static_cast<std::size_t>(leaf.board->size()), cells = size * size;
  estimate.priors.assign(cells, 0);
  estimate.chances.assign(cells, 0);
  const auto empty = [&](std::size_t cell) { return leaf.board->at(static_cast<int>(cell)) == Stone::None; };
  const auto logit = [&](std::size_t cell) { return logits[cell_for(leaf.turn, cell, size)]; };
  float most = std::numeric_limits<float>::lowest();
  for (std::size_t cell = 0; cell < cells; ++cell)
    if (empty(cell)) most = std::max(most, logit(cell));
  for (std::size_t cell = 0; cell < cells; ++cell) {
    if (!empty(cell)) continue;
    estimate.priors[cell] = std::exp((logit(cell) - most) / temperature);
    estimate.chances[cell] = 1 / (1 + std::exp(-std::clamp(logit(cell), -kLogitClip, kLogitClip)));
  }
}

}  // namespace crownbridge::hex
