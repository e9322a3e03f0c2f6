#pragma once

#include <bit>

#include "checkers/board.hpp"

// Move generation in ascending order of moves. Captures are compulsory and must be completed; crowning ends a capture.
namespace crownbridge::checkers {

// Returns the pieces of Mover that can jump.
template <Side Mover>
constexpr Bitboard jumpers(const Board& board) {
  const Bitboard own = board.of(Mover), enemy = board.of(other(Mover)), empty = board.empty();
  Bitboard pieces = 0;
  each_direction<Mover, true>([&]<int Step>() {
    constexpr bool forward = (Step > 0) == (Mover == Side::Red);
    pieces |= shift<-Step>(shift<-Step>(empty) & enemy) & (forward ? own : own & board.kings);
  });
  return pieces;
}

// Returns the pieces of Mover that can step to an empty square.
template <Side Mover>
constexpr Bitboard steppers(const Board& board) {
  const Bitboard own = board.of(Mover), empty = board.empty();
  Bitboard pieces = 0;
  each_direction<Mover, true>([&]<int Step>() {
    constexpr bool forward = (Step > 0) == (Mover == Side::Red);
    pieces |= shift<-Step>(empty) & (forward ? own : own & board.kings);
  });
  return pieces;
}

namespace detail {

// Visits all complete continuations of a capture that has reached the square `at`.
template <Side Mover, bool King, class Visit>
void visit_jump_sequences(Bitboard from, Bitboard at, Bitboard captured, Bitboard enemy, Bitboard empty, Move path,
                          Visit& visit) {
  bool ended = true;
  each_direction<Mover, King>([&]<int Step>() {
    const Bitboard over = shift<Step>(at) & enemy;
    const Bitboard to = shift<Step>(over) & empty;
    if (!to) return;
    ended = false;
    visit_jump_sequences<Mover, King>(from, to, captured | over, enemy ^ over, empty, path.then(square_of(to)), visit);
  });
  if (ended) visit(path, Effect{from, at, captured});
}

template <Side Mover, bool King, class Visit>
void visit_steps(Bitboard from, Bitboard empty, Visit& visit) {
  each_direction<Mover, King>([&]<int Step>() {
    if (const Bitboard to = shift<Step>(from) & empty)
      visit(Move::start(square_of(from)).then(square_of(to)), Effect{from, to, 0});
  });
}

template <Side Mover, class Visit>
void visit_jumps(const Board& board, Bitboard pieces, Visit& visit) {
  const Bitboard enemy = board.of(other(Mover)), empty = board.empty();
  for (; pieces; pieces &= pieces - 1) {
    const Bitboard from = pieces & -pieces;
    const Move path = Move::start(square_of(from));
    if (board.kings & from) visit_jump_sequences<Mover, true>(from, from, 0, enemy, empty | from, path, visit);
    else visit_jump_sequences<Mover, false>(from, from, 0, enemy, empty | from, path, visit);
  }
}

}  // namespace detail

// Calls visit(Move, Effect) for every legal move. Mover must be the side to move.
template <Side Mover, class Visit>
void visit_moves(const Board& board, Visit&& visit) {
  if (const Bitboard jumping = jumpers<Mover>(board)) return detail::visit_jumps<Mover>(board, jumping, visit);
  const Bitboard empty = board.empty();
  for (Bitboard pieces = steppers<Mover>(board); pieces; pieces &= pieces - 1) {
    const Bitboard from = pieces & -pieces;
    if (board.kings & from) detail::visit_steps<Mover, true>(from, empty, visit);
    else detail::visit_steps<Mover, false>(from, empty, visit);
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

// Counts the legal moves of Mover; steps are counted by popcount without generating them (bulk counting).
template <Side Mover>
int count_moves(const Board& board) {
  int count = 0;
  if (const Bitboard jumping = jumpers<Mover>(board)) {
    auto visit = [&](Move, const Effect&) { ++count; };
    detail::visit_jumps<Mover>(board, jumping, visit);
    return count;
  }
  const Bitboard own = board.of(Mover), empty = board.empty();
  each_direction<Mover, true>([&]<int Step>() {
    constexpr bool forward = (Step > 0) == (Mover == Side::Red);
    count += std::popcount(shift<Step>(forward ? own : own & board.kings) & empty);
  });
  return count;
}

}  // namespace crownbridge::checkers
