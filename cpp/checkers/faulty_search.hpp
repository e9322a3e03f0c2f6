#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "checkers/position.hpp"

namespace crownbridge::checkers {

// Errors that a program may have, each in its rules, its search or its evaluation. By default there is none: a search
// of the material to a fixed depth, in which captures at the horizon are followed to their end.
struct FaultySearch {
  int depth = 2;

  // Search.
  bool follows_captures = true;   // false: no quiescence search
  bool stands_pat = false;        // a side that must capture may stop in the quiescence search
  bool negates_captures = true;   // false: values in the quiescence search are not negated
  bool cooperates = false;        // the opponent chooses what is best for the program
  int longest_seen = 0;           // captures of more pieces are not searched; 0: all are

  // Rules.
  int most_jumps = 12;            // a capture ends after that many pieces
  bool kings_jump_forward = false;         // kings capture only forwards
  bool men_jump_backward = false;          // men capture in all directions
  bool continues_after_crowning = false;   // a man that is crowned by a capture continues as a king
  bool optional_captures = false;          // a side that can capture may also make another move
  bool own_square_blocks = false;          // the square from which a capture began counts as occupied
  bool first_piece_only = false;           // only the first piece that can capture does so
  bool longest_only = false;               // only captures of the most pieces are allowed
  bool removes_first_only = false;         // a capture removes only the first piece that it jumps over
  std::array<std::uint32_t, 2> crowned_at{0xf0000000U, 0xfU};  // squares where the men of a side are crowned

  // Evaluation.
  int man = 100, king = 150, enemy_king = 150;  // enemy: of the side that is not to move
  int sign = 1;
  int view = -1;  // the evaluation is always for this side; -1: for the side to move
};

// Returns the values of all legal moves, in their order, as a search with these errors sees them.
std::vector<int> faulty_values(const Position& position, const FaultySearch& search);

}  // namespace crownbridge::checkers
