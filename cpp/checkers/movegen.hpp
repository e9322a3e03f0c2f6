#pragma once

#include <bit>

#include "checkers/board.hpp"

// Move generation. Moves come in ascending order; a capture is mandatory and is played to its end; crowning ends it.
namespace crownbridge::checkers {

// The pieces of Mover that can jump.
template <Side Mover>
constexpr Bits jumpers(const Board& board) {
  const Bits own = board.of(Mover), enemy = board.of(other(Mover)), empty = board.empty();
  Bits found = 0;
  each_direction<Mover, true>([&]<int Step>() {
    constexpr bool forward = (Step > 0) == (Mover == Side::Red);
    found |= shift<-Step>(shift<-Step>(empty) & enemy) & (forward ? own : own & board.kings);
  });
  return found;
}

// The pieces of Mover that have an empty square to step to.
template <Side Mover>
constexpr Bits steppers(const Board& board) {
  const Bits own = board.of(Mover), empty = board.empty();
  Bits found = 0;
  each_direction<Mover, true>([&]<int Step>() {
    constexpr bool forward = (Step > 0) == (Mover == Side::Red);
    found |= shift<-Step>(empty) & (forward ? own : own & board.kings);
  });
  return found;
}

namespace detail {

template <Side Mover, bool King, class Visit>
void jump_on(Bits from, Bits at, Bits captured, Bits enemy, Bits empty, Move path, Visit& visit) {
  bool ended = true;
  each_direction<Mover, King>([&]<int Step>() {
    const Bits over = shift<Step>(at) & enemy;
    const Bits to = shift<Step>(over) & empty;
    if (!to) return;
    ended = false;
    jump_on<Mover, King>(from, to, captured | over, enemy ^ over, empty, path.then(square_of(to)), visit);
  });
  if (ended) visit(path, Effect{from, at, captured});
}

template <Side Mover, bool King, class Visit>
void step(Bits from, Bits empty, Visit& visit) {
  each_direction<Mover, King>([&]<int Step>() {
    if (const Bits to = shift<Step>(from) & empty)
      visit(Move::start(square_of(from)).then(square_of(to)), Effect{from, to, 0});
  });
}

template <Side Mover, class Visit>
void visit_jumps(const Board& board, Bits pieces, Visit& visit) {
  const Bits enemy = board.of(other(Mover)), empty = board.empty();
  for (; pieces; pieces &= pieces - 1) {
    const Bits from = pieces & -pieces;
    const Move path = Move::start(square_of(from));
    if (board.kings & from) jump_on<Mover, true>(from, from, 0, enemy, empty | from, path, visit);
    else jump_on<Mover, false>(from, from, 0, enemy, empty | from, path, visit);
  }
}

}  // namespace detail

// Calls visit(Move, Effect) for every legal move of Mover, who must be the side to move.
template <Side Mover, class Visit>
void visit_moves(const Board& board, Visit&& visit) {
  if (const Bits jumping = jumpers<Mover>(board)) return detail::visit_jumps<Mover>(board, jumping, visit);
  const Bits empty = board.empty();
  for (Bits pieces = steppers<Mover>(board); pieces; pieces &= pieces - 1) {
    const Bits from = pieces & -pieces;
    if (board.kings & from) detail::step<Mover, true>(from, empty, visit);
    else detail::step<Mover, false>(from, empty, visit);
  }
}

template <class Visit>
void visit_moves(const Board& board, Visit&& visit) {
  if (board.turn == Side::Red) visit_moves<Side::Red>(board, visit);
  else visit_moves<Side::White>(board, visit);
}

constexpr bool must_jump(const Board& board) {
  return board.turn == Side::Red ? jumpers<Side::Red>(board) : jumpers<Side::White>(board);
}

constexpr bool has_move(const Board& board) {
  if (board.turn == Side::Red) return steppers<Side::Red>(board) || jumpers<Side::Red>(board);
  return steppers<Side::White>(board) || jumpers<Side::White>(board);
}

// The number of legal moves of Mover; steps are counted without being made.
template <Side Mover>
int count_moves(const Board& board) {
  int count = 0;
  if (const Bits jumping = jumpers<Mover>(board)) {
    auto visit = [&](Move, const Effect&) { ++count; };
    detail::visit_jumps<Mover>(board, jumping, visit);
    return count;
  }
  const Bits own = board.of(Mover), empty = board.empty();
  each_direction<Mover, true>([&]<int Step>() {
    constexpr bool forward = (Step > 0) == (Mover == Side::Red);
    count += std::popcount(shift<Step>(forward ? own : own & board.kings) & empty);
  });
  return count;
}

}  // namespace crownbridge::checkers
