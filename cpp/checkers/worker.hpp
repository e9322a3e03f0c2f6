#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <cmath>
#include <vector>

#include "checkers/busy.hpp"
#include "checkers/movegen.hpp"
#include "checkers/noise.hpp"
#include "checkers/ordering.hpp"
#include "checkers/search.hpp"

namespace crownbridge::checkers {

using Clock = std::chrono::steady_clock;

// What the threads of one search have in common.
struct Root {
  const Position& position;
  std::uint64_t most_nodes;
  double most_seconds;
  TranspositionTable& transpositions;
  const SearchOptions& options;
  const std::atomic<bool>& stop;
  Clock::time_point begin;
  bool crowded;  // whether there are several threads
  std::atomic<bool> over = false;
  Busy busy = {};
};

// One thread of a search.
template <class Evaluation>
class Worker {
 public:
  Worker(const Evaluation& evaluation, Root& root, void (*pause)())
      : evaluation_(evaluation), root_(root), rules_(root.position.rules()), pause_(pause) {
    if (!rules_.counter) rules_.counter = kUncounted;
    if (root.options.tables) most_pieces_ = root.options.tables->pieces();
    keys_ = root.position.past();
    base_ = static_cast<int>(keys_.size());
    keys_.resize(keys_.size() + kMostPly + 1);
    for (int depth = 0; depth < 64; ++depth)
      for (int place = 0; place < 64; ++place)
        reductions_[depth][place] = static_cast<std::int8_t>(
            depth < 3 || place < 2 ? 0 : std::lround(0.5 + std::log(depth) * std::log(place) / 1.7));
  }

  // Searches to that depth around the score of the last one. False when it was stopped before its end.
  bool deepen(int depth) {
    depth_ = depth;
    Score margin = 12;
    Score alpha = depth < 5 || has_distance(score_) ? -kInfinity : score_ - margin;
    Score beta = depth < 5 || has_distance(score_) ? kInfinity : score_ + margin;
    while (true) {
      const Score score = from_root(depth, alpha, beta);
      if (over_) return false;
      if (score > alpha && score < beta) {
        score_ = score;
        return true;
      }
      margin *= 3;
      if (score <= alpha) beta = (alpha + beta) / 2, alpha = margin > 300 ? -kInfinity : std::max(score - margin, -kInfinity);
      else beta = margin > 300 ? kInfinity : std::min(score + margin, kInfinity);
    }
  }

  Score score() const { return score_; }
  const std::vector<Move>& line() const { return line_; }
  std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }
  std::uint64_t table_hits() const { return table_hits_.load(std::memory_order_relaxed); }

 private:
  // A position on the way down.
  struct Node {
    Board board;
    Key key;
    int counter;     // moves without progress that are left
    int reversible;  // plies since a capture or a man's move
  };

  Score from_root(int depth, Score alpha, Score beta) {
    const Position& position = root_.position;
    const Node node{position.board(), position.key(), position.rules().counter ? position.counter() : kUncounted, base_};
    return position.board().turn == Side::Red ? search<Side::Red>(node, 0, depth, alpha, beta)
                                              : search<Side::White>(node, 0, depth, alpha, beta);
  }

  template <Side Mover>
  Node after(const Node& node, const Effect& effect) const {
    Node next;
    next.board = node.board.template after<Mover>(effect);
    next.key = key_after(node.key, node.board, effect, next.board);
    const bool man = !(node.board.kings & effect.from);
    next.counter = rules_.counter_after(node.counter, effect.captured != 0, man);
    next.reversible = effect.captured || man ? 0 : node.reversible + 1;
    return next;
  }

  // The key under which the transposition table knows a position: where the draw counter may soon matter, also by that,
  // and in endings, where a table's win depends on it, by its very number.
  Key table_key(const Node& node, int ply) const {
    Key key = node.key;
    if (node.counter <= 50) {
      const bool exact = node.counter <= 16 || std::popcount(node.board.pieces[0] | node.board.pieces[1]) <= 8;
      key ^= 0x9e3779b97f4a7c15U * static_cast<Key>(exact ? node.counter + 1 : node.counter <= 40 ? 100 + node.counter / 6 : 0);
    }
    if (rules_.move_limit)
      if (const int left = rules_.move_limit - root_.position.moves_played() - ply; left <= 32)
        key ^= 0xbf58476d1ce4e5b9U * static_cast<Key>(left + 1);
    return key;
  }

  bool repeated(const Node& node, int ply) const {
    for (int back = 4; back <= node.reversible; back += 2)
      if (keys_[static_cast<std::size_t>(base_ + ply - back)] == node.key) return true;
    return false;
  }

  bool at_move_limit(int ply) const {
    return rules_.move_limit && root_.position.moves_played() + ply >= rules_.move_limit;
  }

  bool time_is_up() {
    const std::uint64_t nodes = nodes_.load(std::memory_order_relaxed);
    nodes_.store(nodes + 1, std::memory_order_relaxed);
    if (nodes >= root_.most_nodes) over_ = true;
    if (nodes % 1024 == 0) {
      if (pause_ && nodes % 65536 == 0) pause_();
      if (root_.over.load(std::memory_order_relaxed) || root_.stop.load(std::memory_order_relaxed)) over_ = true;
      if (std::chrono::duration<double>(Clock::now() - root_.begin).count() >= root_.most_seconds) over_ = true;
    }
    return over_;
  }

  Score evaluate(const Node& node) const {
    return evaluation_(node.board) + noise_of(node.key, root_.options.noise, root_.options.seed);
  }

  // The evaluation, smaller where the counter leaves less to make of it.
  static Score faded(Score score, const Node& node) { return node.counter < 40 ? score * (node.counter + 10) / 50 : score; }

  struct Known {
    enum { Nothing, Exact, Win, Loss } what = Nothing;
    Score score = 0;
  };

  // What the endgame tables say of a quiet position: its score, or only that it is won or lost.
  Known look_up(const Node& node, int ply) {
    const int pieces = std::popcount(node.board.pieces[0] | node.board.pieces[1]);
    if (pieces > most_pieces_) return {};
    table_hits_.store(table_hits_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    const auto [result, need] = root_.options.tables->probe_quiet(node.board);
    const bool men_count = !rules_.men_progress && rules_.counter != kUncounted;
    const bool as_tables = men_count && rules_.counter == endgame::kCounter;  // the counter that needs refer to
    if (result == 0 || (as_tables && node.counter < need)) return {Known::Exact, 0};
    if (pieces <= endgame::kMostWithNeeds && (as_tables || !men_count))
      return {Known::Exact, result * (kTableWin - 100 * pieces - need - ply)};
    if (men_count && node.counter < 30) return {};  // perhaps too late
    return {result > 0 ? Known::Win : Known::Loss};
  }

  template <Side Mover>
  Score search(const Node& node, int ply, int depth, Score alpha, Score beta) {
    const bool pv = beta - alpha > 1;
    const auto here = static_cast<std::size_t>(ply);
    lengths_[here] = 0;
    keys_[here + static_cast<std::size_t>(base_)] = node.key;
    if (ply && (node.counter <= 0 || repeated(node, ply))) return 0;
    if (depth <= 0 || ply >= kMostPly - 1) return quiesce<Mover>(node, ply, alpha, beta);
    if (time_is_up()) return 0;
    alpha = std::max(alpha, -(kWin - ply));
    beta = std::min(beta, kWin - ply - 1);
    if (alpha >= beta) return alpha;

    const Key key = table_key(node, ply);
    const TranspositionTable::Entry known = root_.transpositions.find(key);
    if (known.bound != Bound::None && known.depth >= depth && !pv) {
      const Score score = checkers::from_root(known.score, ply);
      if (settles(known.bound, score, alpha, beta)) return score;
    }

    const bool jump = jumpers<Mover>(node.board) != 0;
    if (!jump && !steppers<Mover>(node.board)) return -(kWin - ply);
    if (at_move_limit(ply)) return 0;
    const Known table = jump || !ply ? Known{} : look_up(node, ply);
    if (table.what != Known::Nothing) {
      if (table.what == Known::Exact) return table.score;
      if (table.what == Known::Win && beta <= kKnownWin - kMostEvaluation) return kKnownWin - kMostEvaluation;
      if (table.what == Known::Loss && alpha >= kMostEvaluation - kKnownWin) return kMostEvaluation - kKnownWin;
    }
    // In a quiet position without threats, what is far from the window at a small depth will not come back.
    const bool calm = !jump && !pv && table.what == Known::Nothing && !jumpers<other(Mover)>(node.board);
    Score evaluation = kInfinity, now = kInfinity;
    if (calm && depth <= 8) {
      evaluation = known.bound != Bound::None && known.evaluation != kInfinity ? known.evaluation : evaluate(node);
      now = faded(evaluation, node);
      if (now - 30 * depth >= beta && std::abs(beta) < kKnownWin) return now;
    }
    const bool hopeless = calm && depth <= 3 && now + 40 * depth <= alpha;

    Candidates moves;
    order_.collect<Mover>(node.board, ply, known.bound != Bound::None ? known.move : TranspositionTable::kNoMove, moves);
    if (moves.count() == 1 && ply < 2 * depth_) ++depth;
    else if (known.bound == Bound::None && depth >= 5) --depth;

    const Score before = alpha;
    Score best = -kInfinity;
    int best_place = TranspositionTable::kNoMove;
    for (int i = 0; i < moves.count(); ++i) {
      const Candidate move = moves.pick(i);
      const Node next = after<Mover>(node, move.effect);
      if (hopeless && best > -kKnownWin && !jumpers<other(Mover)>(next.board)) continue;
      root_.transpositions.prefetch(table_key(next, ply + 1));
      const bool shared = root_.crowded && i && depth >= 4;
      if (shared && !Candidates::was_put_off(move) && root_.busy.has(next.key)) {
        moves.put_off(i--);
        continue;
      }
      const Busy::Mark mark = root_.busy.mark(next.key, shared);
      Score score;
      if (i == 0) {
        score = -search<other(Mover)>(next, ply + 1, depth - 1, -beta, -alpha);
      } else {
        int reduction = jump ? 0 : reductions_[static_cast<std::size_t>(std::min(depth, 63))][static_cast<std::size_t>(std::min(i, 63))];
        if (reduction && pv) --reduction;
        if (reduction && move.order > MoveOrder::kPromising) --reduction;
        score = -search<other(Mover)>(next, ply + 1, depth - 1 - reduction, -alpha - 1, -alpha);
        if (score > alpha && reduction) score = -search<other(Mover)>(next, ply + 1, depth - 1, -alpha - 1, -alpha);
        if (score > alpha && score < beta) score = -search<other(Mover)>(next, ply + 1, depth - 1, -beta, -alpha);
      }
      if (over_) return 0;
      if (score <= best) continue;
      best = score;
      if (score <= alpha) continue;
      alpha = score;
      best_place = move.place;
      extend_line(here, move.move);
      if (!ply) line_ = {lines_[0].begin(), lines_[0].begin() + lengths_[0]};
      if (score < beta) continue;
      if (!jump) order_.learn(Mover, ply, depth, moves, i);
      break;
    }
    const Bound bound = best >= beta ? Bound::Lower : best > before ? Bound::Exact : Bound::Upper;
    root_.transpositions.store(key, {from_here(best, ply), evaluation, std::min(depth, 255), best_place, bound});
    return best;
  }

  void extend_line(std::size_t ply, Move move) {
    lines_[ply][0] = move;
    std::copy_n(lines_[ply + 1].begin(), lengths_[ply + 1], lines_[ply].begin() + 1);
    lengths_[ply] = lengths_[ply + 1] + 1;
  }

  // Plays captures out.
  template <Side Mover>
  Score quiesce(const Node& node, int ply, Score alpha, Score beta) {
    if (time_is_up()) return 0;
    lengths_[static_cast<std::size_t>(ply)] = 0;
    if (node.counter <= 0) return 0;
    const bool jump = jumpers<Mover>(node.board) != 0;
    if (!jump && !steppers<Mover>(node.board)) return -(kWin - ply);
    if (at_move_limit(ply)) return 0;
    if (!jump) {
      const Known known = look_up(node, ply);
      if (known.what == Known::Exact) return known.score;
      const Score score = faded(evaluate(node), node);
      return known.what == Known::Win ? kKnownWin + score : known.what == Known::Loss ? score - kKnownWin : score;
    }
    if (ply >= kMostPly - 1) return faded(evaluate(node), node);
    Score best = -kInfinity;
    visit_moves<Mover>(node.board, [&](Move, const Effect& effect) {
      if (best >= beta) return;
      best = std::max(best, -quiesce<other(Mover)>(after<Mover>(node, effect), ply + 1, -beta, -std::max(alpha, best)));
    });
    return best;
  }

  const Evaluation& evaluation_;
  Root& root_;
  Rules rules_;
  void (*pause_)();
  bool over_ = false;
  int depth_ = 0;
  Score score_ = 0;
  std::vector<Move> line_;  // the best from the root so far
  int base_ = 0;
  int most_pieces_ = 0;
  std::atomic<std::uint64_t> nodes_ = 0;
  std::atomic<std::uint64_t> table_hits_ = 0;
  std::vector<Key> keys_;  // of the positions on the way here, those of the game first
  std::array<std::array<Move, kMostPly + 1>, kMostPly + 1> lines_{};
  std::array<int, kMostPly + 1> lengths_{};
  MoveOrder order_;
  std::array<std::array<std::int8_t, 64>, 64> reductions_{};
};

}  // namespace crownbridge::checkers
