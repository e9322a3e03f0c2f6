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
  int order;  // the higher, the earlier
  int place;  // in the order of generation
};

// The moves of a position, the most promising of which are picked first.
class Candidates {
 public:
  int count() const { return count_; }
  const Candidate& operator[](int i) const { return all_[static_cast<std::size_t>(i)]; }

  // Of more than fit, the last are left out; no game has ever come near.
  Candidate* add() { return count_ < static_cast<int>(all_.size()) ? &all_[static_cast<std::size_t>(count_++)] : nullptr; }

  // Moves the i-th behind all others; it is not to be put off again.
  void put_off(int i) { all_[static_cast<std::size_t>(i)].order = kPutOff - i; }
  static bool was_put_off(const Candidate& candidate) { return candidate.order <= kPutOff; }

  // Brings the best of those from `first` on to its place.
  const Candidate& pick(int first) {
    const auto best = std::max_element(all_.begin() + first, all_.begin() + count_,
                                       [](const Candidate& a, const Candidate& b) { return a.order < b.order; });
    std::iter_swap(all_.begin() + first, best);
    return (*this)[first];
  }

 private:
  static constexpr int kPutOff = -(1 << 28);

  std::array<Candidate, 128> all_;
  int count_ = 0;
};

// Which moves to look at first: what was best here before, then what refuted other moves.
class MoveOrder {
 public:
  // Quiet moves above it have often been good.
  static constexpr int kPromising = 1 << 14;

  // The moves of a board; `known` is the place of the one that was best in an earlier search.
  template <Side Mover>
  void collect(const Board& board, int ply, int known, Candidates& moves) {
    const auto& killers = killers_[static_cast<std::size_t>(ply)];
    visit_moves<Mover>(board, [&](Move move, const Effect& effect) {
      const int place = moves.count();
      Candidate* made = moves.add();
      if (!made) return;
      const bool crowned = (effect.to & crown_row(Mover)) && !(board.kings & effect.from);
      int order = history(Mover, move) + (crowned ? 1 << 15 : 0);
      if (place == known) order = 1 << 28;
      else if (effect.captured) order = 16 * std::popcount(effect.captured) + 8 * std::popcount(effect.captured & board.kings);
      else if (move == killers[0]) order = 1 << 26;
      else if (move == killers[1]) order = 1 << 25;
      *made = {effect, move, order, place};
    });
  }

  // Remembers that, of quiet moves, the i-th picked refuted the enemy's last one, and those before it did not.
  void learn(Side side, int ply, int depth, const Candidates& moves, int i) {
    auto& killers = killers_[static_cast<std::size_t>(ply)];
    if (killers[0] != moves[i].move) killers = {moves[i].move, killers[0]};
    const int bonus = std::min(depth * depth, 400) * 8;
    reward(side, moves[i].move, bonus);
    for (int j = 0; j < i; ++j) reward(side, moves[j].move, -bonus);
  }

 private:
  std::int16_t& history(Side side, Move move) {
    return history_[static_cast<std::size_t>(side)][static_cast<std::size_t>(move.from())][static_cast<std::size_t>(move.to())];
  }

  // Moves by less the further it has come, and never beyond 16384.
  void reward(Side side, Move move, int bonus) {
    std::int16_t& value = history(side, move);
    value = static_cast<std::int16_t>(value + bonus - value * std::abs(bonus) / 16384);
  }

  std::array<std::array<Move, 2>, kMostPly + 1> killers_{};
  std::array<std::array<std::array<std::int16_t, kSquares>, kSquares>, 2> history_{};
};

}  // namespace crownbridge::checkers
