// A checkers bot that speaks the kth protocol: alpha-beta with iterative deepening and a transposition table.
//
//   minimax [init] [--time SECONDS] [--depth N]
//
// With `init` it plays white and sends the first message. `--depth` searches to a fixed depth, without a clock.
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <random>
#include <sstream>
#include <string>
#include <vector>

using Bits = std::uint32_t;
using Path = std::vector<int>;
using Clock = std::chrono::steady_clock;

enum { RED, WHITE };
constexpr int WIN = 30000, LONGEST = 200, FULL_COUNTER = 50;

struct Move {
  int from, to;
  Bits captured;
};

struct Position {
  Bits pieces[2] = {0, 0}, kings = 0;
  int side = RED, counter = FULL_COUNTER;
  std::uint64_t key = 0;
};

static Bits bit(int square) { return Bits{1} << square; }
static int row(int square) { return square / 4; }
static int column(int square) { return square % 4 * 2 + (row(square) % 2 == 0); }

// Directions 0 and 1 lead down the board, where red moves; 2 and 3 lead up.
static int neighbour[4][32], landing[4][32];
static std::uint64_t piece_key[2][2][32], side_key, counter_key[FULL_COUNTER + 1];

static int square_at(int r, int c) { return r < 0 || r > 7 || c < 0 || c > 7 ? -1 : r * 4 + c / 2; }

static void make_tables() {
  for (int d = 0; d < 4; ++d)
    for (int s = 0; s < 32; ++s) {
      const int down = d < 2 ? 1 : -1, right = d % 2 ? 1 : -1;
      neighbour[d][s] = square_at(row(s) + down, column(s) + right);
      landing[d][s] = square_at(row(s) + 2 * down, column(s) + 2 * right);
    }
  std::mt19937_64 random(2024);
  for (auto& colour : piece_key)
    for (auto& kind : colour)
      for (auto& key : kind) key = random();
  for (auto& key : counter_key) key = random();
  side_key = random();
}

// ---- The rules as the protocol needs them: boards as text, moves with their whole paths ----

static bool moves_in(char piece, int direction) {
  return piece == 'R' || piece == 'W' || (piece == 'r') == (direction < 2);
}

static void extend(std::string& board, char piece, Path& path, std::vector<Path>& paths) {
  bool ended = true;
  const bool crowned = (piece == 'r' && row(path.back()) == 7) || (piece == 'w' && row(path.back()) == 0);
  for (int d = 0; d < 4 && !crowned; ++d) {
    const int over = neighbour[d][path.back()], to = landing[d][path.back()];
    if (!moves_in(piece, d) || to < 0 || board[to] != '.') continue;
    const char enemy = board[over];
    if (enemy == '.' || tolower(enemy) == tolower(piece)) continue;
    ended = false;
    board[over] = '.';
    path.push_back(to);
    extend(board, piece, path, paths);
    path.pop_back();
    board[over] = enemy;
  }
  if (ended && path.size() > 1) paths.push_back(path);
}

static std::vector<Path> legal_paths(std::string board, char side) {
  std::vector<Path> jumps, steps;
  for (int s = 0; s < 32; ++s) {
    const char piece = board[s];
    if (tolower(piece) != side) continue;
    board[s] = '.';
    Path path{s};
    extend(board, piece, path, jumps);
    board[s] = piece;
    for (int d = 0; d < 4; ++d) {
      const int to = neighbour[d][s];
      if (moves_in(piece, d) && to >= 0 && board[to] == '.') steps.push_back({s, to});
    }
  }
  return jumps.empty() ? steps : jumps;
}

static bool is_jump(const Path& path) { return std::abs(row(path[0]) - row(path[1])) == 2; }

static Bits squares_between(const Path& path) {
  Bits captured = 0;
  for (std::size_t i = 1; is_jump(path) && i < path.size(); ++i)
    for (int d = 0; d < 4; ++d)
      if (landing[d][path[i - 1]] == path[i]) captured |= bit(neighbour[d][path[i - 1]]);
  return captured;
}

static Position parse(const std::string& board, char side, int counter) {
  Position p;
  for (int s = 0; s < 32; ++s) {
    if (board[s] == '.') continue;
    const int colour = tolower(board[s]) == 'r' ? RED : WHITE;
    const bool king = board[s] < 'a';
    p.pieces[colour] |= bit(s);
    if (king) p.kings |= bit(s);
    p.key ^= piece_key[colour][king][s];
  }
  p.side = side == 'r' ? RED : WHITE;
  if (p.side == WHITE) p.key ^= side_key;
  p.counter = counter;
  return p;
}

static std::string text(const Position& p) {
  std::string board(32, '.');
  for (int s = 0; s < 32; ++s)
    for (int colour : {RED, WHITE})
      if (p.pieces[colour] & bit(s)) board[s] = (p.kings & bit(s) ? "RW" : "rw")[colour];
  return board;
}

// ---- The rules as the search needs them: bitboards, moves without paths ----

static Position play(Position p, const Move& move) {
  const int us = p.side, them = 1 - us;
  bool king = p.kings & bit(move.from);
  p.pieces[us] &= ~bit(move.from);
  p.kings &= ~bit(move.from);
  p.key ^= piece_key[us][king][move.from];
  if (row(move.to) == (us == RED ? 7 : 0)) king = true;
  p.pieces[us] |= bit(move.to);
  if (king) p.kings |= bit(move.to);
  p.key ^= piece_key[us][king][move.to];
  for (int s = 0; s < 32; ++s)
    if (move.captured & bit(s)) p.key ^= piece_key[them][(p.kings & bit(s)) != 0][s];
  p.pieces[them] &= ~move.captured;
  p.kings &= ~move.captured;
  p.counter = move.captured ? FULL_COUNTER : p.counter - 1;
  p.side = them;
  p.key ^= side_key;
  return p;
}

static void add_jumps(const Position& p, bool king, int from, int at, Bits captured, std::vector<Move>& moves) {
  const Bits enemies = p.pieces[1 - p.side] & ~captured;
  const Bits occupied = (p.pieces[RED] | p.pieces[WHITE]) & ~bit(from);
  const bool crowned = !king && row(at) == (p.side == RED ? 7 : 0);
  const int first = king || p.side == RED ? 0 : 2, last = king || p.side == WHITE ? 4 : 2;
  bool ended = true;
  for (int d = first; d < last && !crowned; ++d) {
    const int to = landing[d][at];
    if (to < 0 || occupied & bit(to) || !(enemies & bit(neighbour[d][at]))) continue;
    ended = false;
    add_jumps(p, king, from, to, captured | bit(neighbour[d][at]), moves);
  }
  if (ended && captured) moves.push_back({from, at, captured});
}

static std::vector<Move> generate(const Position& p) {
  std::vector<Move> moves;
  moves.reserve(24);
  for (int s = 0; s < 32; ++s)
    if (p.pieces[p.side] & bit(s)) add_jumps(p, p.kings & bit(s), s, s, 0, moves);
  if (!moves.empty()) return moves;
  for (int s = 0; s < 32; ++s) {
    if (!(p.pieces[p.side] & bit(s))) continue;
    const bool king = p.kings & bit(s);
    const int first = king || p.side == RED ? 0 : 2, last = king || p.side == WHITE ? 4 : 2;
    for (int d = first; d < last; ++d) {
      const int to = neighbour[d][s];
      if (to >= 0 && !((p.pieces[RED] | p.pieces[WHITE]) & bit(to))) moves.push_back({s, to, 0});
    }
  }
  return moves;
}

// ---- Evaluation, for the side to move ----

constexpr int MAN = 100, KING = 140, ADVANCE = 3, BACK_ROW = 8, CENTRE = 4, CHASE = 3;

static int distance(int a, int b) { return std::max(std::abs(row(a) - row(b)), std::abs(column(a) - column(b))); }

static int evaluate(const Position& p) {
  int material[2] = {0, 0}, place[2] = {0, 0};
  for (int colour : {RED, WHITE})
    for (int s = 0; s < 32; ++s) {
      if (!(p.pieces[colour] & bit(s))) continue;
      const bool middle = column(s) >= 2 && column(s) <= 5 && row(s) >= 2 && row(s) <= 5;
      if (middle) place[colour] += CENTRE;
      if (p.kings & bit(s)) {
        material[colour] += KING;
      } else {
        const int rows_gone = colour == RED ? row(s) : 7 - row(s);
        material[colour] += MAN;
        place[colour] += ADVANCE * rows_gone + (rows_gone == 0 ? BACK_ROW : 0);
      }
    }
  int score = material[RED] - material[WHITE] + place[RED] - place[WHITE];
  if (material[RED] != material[WHITE]) {
    // The side that is ahead exchanges pieces, and its kings approach the enemy.
    const int ahead = material[RED] > material[WHITE] ? RED : WHITE, sign = ahead == RED ? 1 : -1;
    const int total = material[RED] + material[WHITE];
    score += 200 * (material[RED] - material[WHITE]) / std::max(total, 1);
    for (int s = 0; s < 32; ++s) {
      if (!(p.pieces[ahead] & p.kings & bit(s))) continue;
      int nearest = 8;
      for (int t = 0; t < 32; ++t)
        if (p.pieces[1 - ahead] & bit(t)) nearest = std::min(nearest, distance(s, t));
      score -= sign * CHASE * nearest;
    }
  }
  return p.side == RED ? score : -score;
}

// ---- Search ----

enum Bound : std::uint8_t { EXACT, LOWER, UPPER };

struct Entry {
  std::uint64_t key = 0;
  int score = 0;
  std::int16_t depth = -1;
  Bound bound = EXACT;
  std::uint8_t best = 0;
};

struct OutOfTime {};

// Return 1 for a proven win, -1 for a proven loss. The table stores them as seen from their own position.
static int win_sign(int score) { return score > WIN - LONGEST ? 1 : score < LONGEST - WIN ? -1 : 0; }

class Search {
 public:
  Search(double seconds, int depth) : seconds_(seconds), fixed_depth_(depth), table_(1 << 17) {}

  // Return the index of the best of these moves. `history` holds the earlier positions of the game.
  std::size_t choose(const Position& root, const std::vector<Move>& moves, const std::vector<std::uint64_t>& history) {
    std::fill(table_.begin(), table_.end(), Entry{});
    for (auto& from : good_) from.fill(0);
    start_ = Clock::now();
    nodes_ = 0;
    std::vector<std::size_t> order(moves.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::size_t best = 0;
    const int deepest = fixed_depth_ > 0 ? fixed_depth_ : 60;
    try {
      for (int depth = 1; depth <= deepest; ++depth) {
        int alpha = -WIN;
        std::size_t leader = order[0];
        for (const std::size_t i : order) {
          line_ = history;
          line_.push_back(root.key);
          const int score = -negamax(play(root, moves[i]), depth - 1, -WIN, -alpha, 1);
          if (score > alpha) alpha = score, leader = i;
        }
        best = leader;
        std::stable_partition(order.begin(), order.end(), [&](std::size_t i) { return i == best; });
        if (fixed_depth_ == 0 && (moves.size() == 1 || std::abs(alpha) > WIN - LONGEST)) break;
      }
    } catch (const OutOfTime&) {
      // The best move of the last complete iteration stands.
    }
    return best;
  }

 private:
  void check_time() {
    if (++nodes_ % 512 || fixed_depth_ > 0) return;
    if (std::chrono::duration<double>(Clock::now() - start_).count() > seconds_) throw OutOfTime{};
  }

  // A position that occurred before, in the game or in the line, counts as a draw.
  bool repeated(const Position& p) const {
    const int reversible = FULL_COUNTER - p.counter, size = static_cast<int>(line_.size());
    for (int back = 4; back <= reversible && back <= size; back += 2)
      if (line_[size - back] == p.key) return true;
    return false;
  }

  int quiescence(const Position& p, int alpha, int beta, int ply) {
    check_time();
    const auto moves = generate(p);
    if (moves.empty()) return -(WIN - ply);
    if (!moves[0].captured) return evaluate(p);
    for (const Move& move : moves) {
      alpha = std::max(alpha, -quiescence(play(p, move), -beta, -alpha, ply + 1));
      if (alpha >= beta) break;
    }
    return alpha;
  }

  int negamax(const Position& p, int depth, int alpha, int beta, int ply) {
    check_time();
    if (p.counter == 0 || repeated(p)) return 0;
    if (depth <= 0) return quiescence(p, alpha, beta, ply);
    // Near the end of the counter, the same board with another counter is another position.
    const std::uint64_t key = p.counter < 30 ? p.key ^ counter_key[p.counter] : p.key;
    Entry& slot = table_[key % table_.size()];
    std::size_t hash_move = 0;
    if (slot.key == key) {
      hash_move = slot.best;
      const int score = slot.score - win_sign(slot.score) * ply;
      if (slot.depth >= depth) {
        if (slot.bound == EXACT) return score;
        if (slot.bound == LOWER && score >= beta) return score;
        if (slot.bound == UPPER && score <= alpha) return score;
      }
    }
    const auto moves = generate(p);
    if (moves.empty()) return -(WIN - ply);
    std::vector<std::size_t> order(moves.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    const auto rank = [&](std::size_t i) { return i == hash_move ? 1 << 30 : good_[moves[i].from][moves[i].to]; };
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return rank(a) > rank(b); });
    int best_score = -WIN, lower = alpha;
    std::size_t best = order[0];
    line_.push_back(p.key);
    for (const std::size_t i : order) {
      const int score = -negamax(play(p, moves[i]), depth - 1, -beta, -lower, ply + 1);
      if (score > best_score) best_score = score, best = i;
      lower = std::max(lower, score);
      if (lower >= beta) {
        good_[moves[i].from][moves[i].to] += depth * depth;
        break;
      }
    }
    line_.pop_back();
    const Bound bound = best_score >= beta ? LOWER : best_score <= alpha ? UPPER : EXACT;
    const int stored = best_score + win_sign(best_score) * ply;
    slot = {key, stored, static_cast<std::int16_t>(depth), bound, static_cast<std::uint8_t>(best)};
    return best_score;
  }

  double seconds_;
  int fixed_depth_;
  std::vector<Entry> table_;
  std::array<std::array<int, 32>, 32> good_{};
  std::vector<std::uint64_t> line_;
  Clock::time_point start_;
  long nodes_ = 0;
};

// ---- The protocol ----

int main(int argc, char** argv) {
  double seconds = 0.1;
  int depth = 0;
  bool init = false;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "init") init = true;
    if (word == "--time" && i + 1 < argc) seconds = std::atof(argv[++i]);
    if (word == "--depth" && i + 1 < argc) depth = std::atoi(argv[++i]);
  }
  make_tables();
  Search search(seconds, depth);
  std::vector<std::uint64_t> history;
  std::vector<std::uint64_t> expected;  // the keys of the positions that may follow our last move
  if (init) std::cout << "rrrrrrrrrrrr........wwwwwwwwwwww -1 r 50" << std::endl;
  for (std::string input; std::getline(std::cin, input);) {
    std::istringstream fields(input);
    std::string board, description;
    char side;
    int counter;
    if (!(fields >> board >> description >> side >> counter) || board.size() != 32) return 1;
    if (description == "-2" || description == "-3" || description == "-4") return 0;
    const Position root = parse(board, side, counter);
    const char other = side == 'r' ? 'w' : 'r';
    const auto paths = legal_paths(board, side);
    if (paths.empty() || counter == 0) {
      const char* end = counter == 0 ? " -4 " : side == 'r' ? " -3 " : " -2 ";
      std::cout << board << end << other << ' ' << counter << std::endl;
      continue;
    }
    const bool new_game = std::find(expected.begin(), expected.end(), root.key) == expected.end();
    if (new_game) history.clear();
    std::vector<Move> moves;
    for (const Path& path : paths) moves.push_back({path.front(), path.back(), squares_between(path)});
    const std::size_t best = search.choose(root, moves, history);
    const Position next = play(root, moves[best]);
    history.push_back(root.key);
    history.push_back(next.key);
    expected.clear();
    for (const Move& reply : generate(next)) expected.push_back(play(next, reply).key);
    std::cout << text(next) << ' ' << (is_jump(paths[best]) ? paths[best].size() - 1 : 0);
    for (const int square : paths[best]) std::cout << '_' << square + 1;
    std::cout << ' ' << other << ' ' << next.counter << std::endl;
  }
}
