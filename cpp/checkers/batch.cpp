#include "checkers/batch.hpp"

#include "checkers/movegen.hpp"

namespace crownbridge::checkers {
namespace {

constexpr std::array<int, 4> kSteps{-5, -4, 4, 5};

constexpr Bitboard shifted(Bitboard bits, int step) { return step > 0 ? bits << step : bits >> -step; }

// Calls visit(piece, direction) for every step and jump of the given pieces, or only for jumps if `jumps` is set.
template <class Visit>
void visit_actions(const Board& board, Bitboard pieces, bool jumps, Visit&& visit) {
  const Bitboard enemy = board.of(other(board.turn)), empty = board.empty();
  for (int direction = 0; direction < 4; ++direction) {
    const int step = kSteps[static_cast<std::size_t>(direction)];
    const bool forward = (step > 0) == (board.turn == Side::Red);
    Bitboard movers = forward ? pieces : pieces & board.kings;
    movers &= jumps ? shifted(shifted(empty, -step) & enemy, -step) : shifted(empty, -step);
    for (; movers; movers &= movers - 1) visit(movers & -movers, direction);
  }
}

}  // namespace

Board BatchRow::board() const {
  Board board = position_.board();
  if (!at_) return board;
  auto& own = board.pieces[static_cast<std::size_t>(board.turn)];
  auto& enemy = board.pieces[static_cast<std::size_t>(other(board.turn))];
  own = (own & ~from_) | at_;
  enemy &= ~captured_;
  board.kings = (board.kings & ~(from_ | captured_)) | (board.kings & from_ ? at_ : 0);
  return board;
}

int BatchRow::winner() const {
  switch (position_.verdict()) {
    case Verdict::RedWins: return 0;
    case Verdict::WhiteWins: return 1;
    default: return -1;
  }
}

void BatchRow::mark_legal(bool* legal) const {
  if (over()) return;
  const Board now = board();
  visit_actions(now, at_ ? at_ : now.of(now.turn), at_ || must_jump(now), [&](Bitboard piece, int direction) {
    legal[4 * square_of(piece) + direction] = true;
  });
}

bool BatchRow::allows(std::int64_t action) const {
  if (action < 0 || action >= actions()) return false;
  std::array<bool, 4 * kSquares> legal{};
  mark_legal(legal.data());
  return legal[static_cast<std::size_t>(action)];
}

void BatchRow::play(int action) {
  const Bitboard piece = bit(action / 4);
  const int step = kSteps[static_cast<std::size_t>(action % 4)];
  const Board now = board();
  if (!must_jump(now)) {
    position_ = position_.after({piece, shifted(piece, step), 0});
    return;
  }
  if (!at_) from_ = piece;
  captured_ |= shifted(piece, step);
  at_ = shifted(piece, 2 * step);
  bool ended = true;
  visit_actions(board(), at_, true, [&](Bitboard, int) { ended = false; });
  if (ended) {
    position_ = position_.after({from_, at_, captured_});
    from_ = at_ = captured_ = 0;
  }
}

void BatchRow::write_cells(std::int8_t* cells) const {
  const Board now = board();
  for (const Side side : {Side::Red, Side::White})
    for (Bitboard pieces = now.of(side); pieces; pieces &= pieces - 1) {
      const int value = now.kings & pieces & -pieces ? 2 : 1;
      cells[square_of(pieces)] = static_cast<std::int8_t>(side == Side::Red ? value : -value);
    }
}

}  // namespace crownbridge::checkers
