#pragma once

#include <cstdint>
#include <vector>

#include "hex/evaluator.hpp"

namespace crownbridge::hex {

// Boards and logits from the view of the side to move, which connects top and bottom: rows and columns are transposed for blue.

// Writes the board of a leaf, int8[size][size]: 1 for stones of the side to move, -1 for the opponent's.
void write_board(const Leaf& leaf, std::int8_t* cells);

// Sets the win chance of each move of a leaf, and as prior the softmax of the logits divided by `temperature`.
void read_moves(const Leaf& leaf, const float* logits, float temperature, Estimate& estimate);

}  // namespace crownbridge::hex
