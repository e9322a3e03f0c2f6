#include "checkers/faulty_search.hpp"

#include <algorithm>
#include <cstdlib>

namespace crownbridge::checkers {

namespace faulty {

constexpr int kWin = 20'000;
constexpr int kUnlimited = 1'000'000;
constexpr std::array<std::uint32_t, 2> kLastRow{0xf0000000U, 0xfU};

// A square beside another one and the one behind it, -1 if there is none.
struct Step {
  bool down;
  int over = -1, to = -1;
};

constexpr int square(int row, int column) {
  return row < 0 || row > 7 || column < 0 || column > 7 ? -1 : 4 * row + column / 2;
}

constexpr std::array<std::array<Step, 4>, kSquares> kSteps = [] {
  std::array<std::array<Step, 4>, kSquares> steps{};
  for (int at = 0; at < kSquares; ++at)
    for (int i = 0; i < 4; ++i) {
      const int down = i < 2 ? 1 : -1, right = i % 2 ? 1 : -1;
      steps[static_cast<std::size_t>(at)][static_cast<std::size_t>(i)] = {i < 2, square(row(at) + down, column(at) + right), square(row(at) + 2 * down, column(at) + 2 * right)};
    }
  return steps;
}();

constexpr bool has(std::uint32_t squares, int at) { return squares >> at & 1; }

// A board of one number per square: 0 empty, 1 a man, 2 a king, negative for white.
struct Squares {
  std::array<std::int8_t, kSquares> at{};
  int turn = 0;

  int own() const { return turn ? -1 : 1; }
};

// A board after a move, and how many pieces the move captured.
struct Child {
  Squares board;
  int captured = 0;
};

class Searcher {
 public:
  explicit Searcher(const FaultySearch& search) : search_(search) {}

  // Returns the value of a board for its side to move; `plies` were played before it.
  int value(const Squares& board, int plies, int alpha, int beta) const {
    const int left = search_.depth - plies;
    std::vector<Child> moves = children(board);
    if (moves.empty()) return -kWin - std::max(left, 0);
    drop_unseen(moves);
    if (left <= 0 || moves.empty()) return settled(board, moves, alpha, beta);
    const bool helps = search_.cooperates && plies % 2 == 1;
    int best = helps ? kUnlimited : -kUnlimited;
    for (const Child& child : moves) {
      if (search_.cooperates) {
        const int score = -value(child.board, plies + 1, -kUnlimited, kUnlimited);
        best = helps ? std::min(best, score) : std::max(best, score);
        continue;
      }
      best = std::max(best, -value(child.board, plies + 1, -beta, -std::max(alpha, best)));
      if (best >= beta) break;
    }
    return best;
  }

  // Returns the board after a legal move of the game, as the search would make the move.
  Squares after(const Squares& board, Move move) const {
    std::vector<int> jumped;
    if (move.is_capture())
      for (int i = 0; i + 1 < move.length(); ++i)
        for (const Step& step : kSteps[move[i]])
          if (step.to == move[i + 1]) jumped.push_back(step.over);
    return moved(board, move.from(), move.to(), board.at[move.from()], jumped);
  }

 private:
  std::vector<Child> children(const Squares& board) const {
    std::vector<Child> found;
    for (int at = 0; at < kSquares; ++at) {
      if (board.at[at] * board.own() <= 0) continue;
      Squares lifted = board;
      if (!search_.own_square_blocks) lifted.at[at] = 0;
      std::vector<int> jumped;
      jumps(board, lifted, at, at, board.at[at], jumped, found);
      if (search_.first_piece_only && !found.empty()) break;
    }
    if (search_.longest_only && !found.empty()) {
      const int most = std::ranges::max(found, {}, &Child::captured).captured;
      std::erase_if(found, [&](const Child& child) { return child.captured < most; });
    }
    if (!found.empty() && !search_.optional_captures) return found;
    for (int at = 0; at < kSquares; ++at) {
      const int piece = board.at[at];
      if (piece * board.own() <= 0) continue;
      for (const Step& step : kSteps[at])
        if (step.over >= 0 && !board.at[step.over] && (std::abs(piece) == 2 || step.down == (board.turn == 0)))
          found.push_back({moved(board, at, step.over, piece, {})});
    }
    return found;
  }

  // Adds the boards after the captures of a piece that started at `from` and is at `at` now; `rest` is the board
  // without it and without the pieces that it has jumped over.
  void jumps(const Squares& board, const Squares& rest, int from, int at, int piece, std::vector<int>& jumped,
             std::vector<Child>& found) const {
    bool ends = true;
    const bool king = std::abs(piece) == 2;
    const bool stops = !jumped.empty() && !king && has(kLastRow[board.turn], at);
    if (static_cast<int>(jumped.size()) < search_.most_jumps && !stops)
      for (const Step& step : kSteps[at]) {
        const bool forward = step.down == (board.turn == 0);
        if (!forward && !(king ? !search_.kings_jump_forward : search_.men_jump_backward)) continue;
        if (step.to < 0 || rest.at[step.to] || rest.at[step.over] * board.own() >= 0) continue;
        ends = false;
        Squares next = rest;
        next.at[step.over] = 0;
        jumped.push_back(step.over);
        const int later = search_.continues_after_crowning ? crowned(piece, step.to, board.turn) : piece;
        jumps(board, next, from, step.to, later, jumped, found);
        jumped.pop_back();
      }
    if (ends && !jumped.empty()) found.push_back({moved(board, from, at, piece, jumped), static_cast<int>(jumped.size())});
  }

  int crowned(int piece, int to, int turn) const {
    return std::abs(piece) == 1 && has(search_.crowned_at[turn], to) ? 2 * piece : piece;
  }

  Squares moved(const Squares& board, int from, int to, int piece, const std::vector<int>& jumped) const {
    Squares next = board;
    next.at[from] = 0;
    for (const int over : jumped) {
      next.at[over] = 0;
      if (search_.removes_first_only) break;
    }
    next.at[to] = static_cast<std::int8_t>(crowned(piece, to, board.turn));
    next.turn = 1 - board.turn;
    return next;
  }

  void drop_unseen(std::vector<Child>& moves) const {
    if (search_.longest_seen) std::erase_if(moves, [&](const Child& child) { return child.captured > search_.longest_seen; });
  }

  // Returns the value after captures; `moves` are those that the search considers.
  int settled(const Squares& board, const std::vector<Child>& moves, int alpha, int beta) const {
    const int still = evaluation(board);
    if (!search_.follows_captures || moves.empty() || !moves.front().captured) return still;
    const bool may_stop = search_.stands_pat || search_.optional_captures;
    int best = may_stop ? still : -kUnlimited;
    for (const Child& child : moves) {
      if (best >= beta && search_.negates_captures) break;
      if (!child.captured) break;
      if (search_.negates_captures) best = std::max(best, -quiescence(child.board, -beta, -std::max(alpha, best)));
      else best = std::max(best, quiescence(child.board, -kUnlimited, kUnlimited));
    }
    return best;
  }

  int quiescence(const Squares& board, int alpha, int beta) const {
    std::vector<Child> moves = children(board);
    if (moves.empty()) return -kWin;
    drop_unseen(moves);
    return settled(board, moves, alpha, beta);
  }

  int evaluation(const Squares& board) const {
    int total = 0;
    for (const int piece : board.at) {
      const int owned = piece * board.own();
      if (owned > 0) total += owned == 2 ? search_.king : search_.man;
      if (owned < 0) total -= owned == -2 ? search_.enemy_king : search_.man;
    }
    return total * search_.sign * (search_.view >= 0 && search_.view != board.turn ? -1 : 1);
  }

  const FaultySearch& search_;
};

}  // namespace faulty

std::vector<int> faulty_values(const Position& position, const FaultySearch& search) {
  faulty::Squares board;
  board.turn = index(position.board().turn);
  const std::string squares = position.squares();
  for (int at = 0; at < kSquares; ++at) {
    const char letter = squares[static_cast<std::size_t>(at)];
    const int piece = letter == 'r' || letter == 'w' ? 1 : letter == 'R' || letter == 'W' ? 2 : 0;
    board.at[at] = static_cast<std::int8_t>(letter == 'w' || letter == 'W' ? -piece : piece);
  }
  const faulty::Searcher searcher(search);
  std::vector<int> values;
  for (const Move move : position.legal_moves())
    values.push_back(-searcher.value(searcher.after(board, move), 1, -faulty::kUnlimited, faulty::kUnlimited));
  return values;
}

}  // namespace crownbridge::checkers
