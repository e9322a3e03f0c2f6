#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdlib>

#include "checkers/movegen.hpp"
#include "checkers/score.hpp"

namespace crownbridge::checkers {

struct Candidate {
  Effect effect;
  Move move;
  int order;  // moves with higher values are searched first
  int index;  // in the order of generation
};

// Move picker: a selection sort that stops at a cutoff.
class Candidates {
 public:
  int count() const { return count_; }
  const Candidate& operator[](int i) const { return all_[static_cast<std::size_t>(i)]; }

  // Adds a move; returns null if the list is full.
  Candidate* add() { return count_ < static_cast<int>(all_.size()) ? &all_[static_cast<std::size_t>(count_++)] : nullptr; }

  // Defers the i-th move behind all others; a move is deferred only once.
  void defer(int i) { all_[static_cast<std::size_t>(i)].order = kDeferred - i; }
  static bool was_deferred(const Candidate& candidate) { return candidate.order <= kDeferred; }

  // Swaps the best of the moves from `first` on to that place, and returns it.
  const Candidate& pick(int first) {
    const auto best = std::max_element(all_.begin() + first, all_.begin() + count_,
                                       [](const Candidate& a, const Candidate& b) { return a.order < b.order; });
    std::iter_swap(all_.begin() + first, best);
    return (*this)[first];
  }

 private:
  static constexpr int kDeferred = -(1 << 28);

  std::array<Candidate, 128> all_;
  int count_ = 0;
};

// History heuristic: by side, start and end of a quiet move, from -kMaxHistory to kMaxHistory.
using History = std::array<std::array<std::array<std::int16_t, kSquares>, kSquares>, 2>;

// Move ordering: the transposition table's move; then captures by the number of pieces, where kings count half more; or, if
// there are none, killers, crowning moves and other moves by their history.
class MoveOrder {
 public:
  // Order above which a quiet move is reduced less: killers and crowning moves, as history values end here.
  static constexpr int kMaxHistory = 1 << 14;

  explicit MoveOrder(History& history) : history_(history) {}

  // Generates the moves of a board; `table_move` is the index of the transposition table's move.
  template <Side Mover>
  void collect(const Board& board, int ply, int table_move, Candidates& moves) {
    const auto& killers = killers_[static_cast<std::size_t>(ply)];
    visit_moves<Mover>(board, [&](Move move, const Effect& effect) {
      const int index = moves.count();
      Candidate* candidate = moves.add();
      if (!candidate) return;
      const bool crowned = (effect.to & crown_row(Mover)) && !(board.kings & effect.from);
      int order = history(Mover, move) + (crowned ? 1 << 15 : 0);
      if (index == table_move) order = 1 << 28;
      else if (effect.captured) order = 16 * std::popcount(effect.captured) + 8 * std::popcount(effect.captured & board.kings);
      else if (move == killers[0]) order = 1 << 26;
      else if (move == killers[1]) order = 1 << 25;
      *candidate = {effect, move, order, index};
    });
  }

  // After a beta cutoff by the i-th move picked, a quiet one: makes it a killer, and updates the history of all picked.
  void update(Side side, int ply, int depth, const Candidates& moves, int i) {
    auto& killers = killers_[static_cast<std::size_t>(ply)];
    if (killers[0] != moves[i].move) killers = {moves[i].move, killers[0]};
    const int bonus = std::min(depth * depth, 400) * 8;
    update_history(side, moves[i].move, bonus);
    for (int j = 0; j < i; ++j) update_history(side, moves[j].move, -bonus);
  }

 private:
  std::int16_t& history(Side side, Move move) {
    return history_[static_cast<std::size_t>(side)][static_cast<std::size_t>(move.from())][static_cast<std::size_t>(move.to())];
  }

  // History gravity: the bonus shrinks as the value approaches kMaxHistory.
  void update_history(Side side, Move move, int bonus) {
    std::int16_t& value = history(side, move);
    value = static_cast<std::int16_t>(value + bonus - value * std::abs(bonus) / kMaxHistory);
  }

  std::array<std::array<Move, 2>, kMaxPly + 1> killers_{};
  History& history_;
};

}  // namespace crownbridge::checkers
