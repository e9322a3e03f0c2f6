#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <cmath>
#include <vector>

#include "checkers/currently_searching.hpp"
#include "checkers/movegen.hpp"
#include "checkers/noise.hpp"
#include "checkers/ordering.hpp"
#include "checkers/search.hpp"

namespace crownbridge::checkers {

using Clock = std::chrono::steady_clock;

// State shared by the threads of one search.
struct SharedState {
  const Position& position;
  std::uint64_t max_nodes;
  double max_seconds;
  TranspositionTable& transpositions;
  const SearchOptions& options;
  const std::atomic<bool>& stop;
  Clock::time_point begin;
  bool parallel;  // more than one thread
  std::atomic<bool> over = false;
  CurrentlySearching currently_searching = {};
};

// One thread of a search: iterative deepening calls `deepen`, which runs a principal variation search (PVS) inside an
// aspiration window. Threads share the transposition table and defer moves that others are searching (ABDADA).
template <class Evaluation>
class Worker {
 public:
  Worker(const Evaluation& evaluation, SharedState& shared, History& history, void (*pause)())
      : evaluation_(evaluation), shared_(shared), rules_(shared.position.rules()), pause_(pause), order_(history) {
    if (!rules_.counter) rules_.counter = kUncounted;
    counter_limits_distances_ = !rules_.men_progress && rules_.counter == endgame::kCounter;
    if (shared.options.tables) max_pieces_ = shared.options.tables->pieces();
    keys_ = shared.position.past_keys();
    base_ = static_cast<int>(keys_.size());
    keys_.resize(keys_.size() + kMaxPly + 1);
    for (int depth = 0; depth < 64; ++depth)
      for (int move = 0; move < 64; ++move)
        reductions_[depth][move] = static_cast<std::int8_t>(
            depth < 3 || move < 2 ? 0 : std::lround(0.5 + std::log(depth) * std::log(move) / 1.7));
  }

  // Searches to that depth with an aspiration window around the last score, which is widened on a fail low or fail high.
  // Returns false if the search was stopped before its end.
  bool deepen(int depth) {
    root_depth_ = depth;
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
  // A position in the search tree.
  struct Node {
    Board board;
    Key key;
    int counter;     // moves left until the game is a draw for lack of progress
    int reversible;  // plies since the last capture or move of a man

    int pieces() const { return std::popcount(board.pieces[0] | board.pieces[1]); }
  };

  Score from_root(int depth, Score alpha, Score beta) {
    const Position& position = shared_.position;
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

  // The key of a position in the transposition table. Where the draw counter or the move limit may soon matter, they are
  // part of it: exactly in endings, where a table win depends on the counter, otherwise in steps.
  Key table_key(const Node& node, int ply) const {
    Key key = node.key;
    if (node.counter <= 50) {
      const bool exact = node.counter <= 16 || node.pieces() <= 8;
      key ^= 0x9e3779b97f4a7c15U * static_cast<Key>(exact ? node.counter + 1 : node.counter <= 40 ? 100 + node.counter / 6 : 0);
    }
    if (rules_.move_limit)
      if (const int left = rules_.move_limit - shared_.position.moves_played() - ply; left <= 32)
        key ^= 0xbf58476d1ce4e5b9U * static_cast<Key>(left + 1);
    return key;
  }

  bool repeated(const Node& node, int ply) const {
    for (int back = 4; back <= node.reversible; back += 2)
      if (keys_[static_cast<std::size_t>(base_ + ply - back)] == node.key) return true;
    return false;
  }

  bool at_move_limit(int ply) const {
    return rules_.move_limit && shared_.position.moves_played() + ply >= rules_.move_limit;
  }

  bool time_is_up() {
    const std::uint64_t nodes = nodes_.load(std::memory_order_relaxed);
    nodes_.store(nodes + 1, std::memory_order_relaxed);
    if (nodes >= shared_.max_nodes) over_ = true;
    if (nodes % 1024 == 0) {
      if (pause_ && nodes % 65536 == 0) pause_();
      if (shared_.over.load(std::memory_order_relaxed) || shared_.stop.load(std::memory_order_relaxed)) over_ = true;
      if (std::chrono::duration<double>(Clock::now() - shared_.begin).count() >= shared_.max_seconds) over_ = true;
    }
    return over_;
  }

  Score evaluate(const Node& node) const {
    return evaluation_(node.board) + noise_of(node.key, shared_.options.noise, shared_.options.seed);
  }

  // The evaluation, scaled towards a draw as the draw counter runs out.
  static Score scaled(Score score, const Node& node) { return node.counter < 40 ? score * (node.counter + 10) / 50 : score; }

  // Returns true for a score that endgame tables or a win may have produced, which margins of evaluations do not apply to.
  static constexpr bool near_table_score(Score score) { return std::abs(score) >= kKnownWin - kMaxEvaluation; }

  static constexpr Score kProbCutMargin = 30;

  // Bounds of the score of a position by the endgame tables, if they have it.
  struct TableBounds {
    Score lower = -kInfinity, upper = kInfinity;
    endgame::Value value{0, 0};

    bool known() const { return lower > -kInfinity; }
    bool exact() const { return lower == upper; }
  };

  // Probes the endgame tables for a quiet position.
  TableBounds probe_tables(const Node& node, int ply) {
    if (node.pieces() > max_pieces_) return {};
    table_hits_.store(table_hits_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    return bounds_of(shared_.options.tables->probe_quiet(node.board), node, ply);
  }

  // Returns the bounds of the score for a value in the endgame tables. A win may be faster than its distance says, which
  // ends at the next capture.
  TableBounds bounds_of(const endgame::Value& value, const Node& node, int ply) const {
    const auto win = [&](Score slowest, Score fastest) {
      return value.result > 0 ? TableBounds{slowest, fastest, value} : TableBounds{-fastest, -slowest, value};
    };
    if (value.result == 0 || (counter_limits_distances_ && node.counter < value.min_distance)) return {0, 0, value};
    const Score fastest = kWin - ply;
    if (distances_are_meaningless(node))  // the win may take longer than the counter allows
      return node.counter < 30 ? TableBounds{} : win(kKnownWin - kMaxEvaluation, fastest);
    if (counter_limits_distances_ && node.counter < value.distance) return win(0, fastest);
    const Score slowest = kTableWin - kTablePiece * node.pieces() - value.distance - ply;
    return win(slowest, value.distance == value.min_distance ? slowest : fastest);
  }

  // Returns true if wins in the endgame tables are limited by another draw counter than the tables assume, or if the
  // tables lack distances.
  bool distances_are_meaningless(const Node& node) const {
    if (rules_.men_progress || rules_.counter == kUncounted) return false;
    return !counter_limits_distances_ || node.pieces() > shared_.options.tables->pieces_with_distances();
  }

  // Returns a score within the bounds, for a quiet position at the horizon: that of the largest possible distance, which
  // guides the search to positions where it is smaller. Where the bounds are wide apart, the evaluation guides it.
  Score estimate(TableBounds bounds, const Node& node, int ply) {
    const int result = bounds.value.result;
    if (distances_are_meaningless(node)) return result * kKnownWin + scaled(evaluate(node), node);
    if (result > 0) bounds = bounds_of(shared_.options.tables->probe_closely(node.board), node, ply);
    if (bounds.exact()) return bounds.lower;
    const int range = bounds.value.distance - bounds.value.min_distance;
    const Score guidance = range > 2 * endgame::kDistanceStep ? std::clamp(result * evaluate(node) / 10, 0, range) : 0;
    const Score slowest = std::min(std::abs(bounds.lower), std::abs(bounds.upper));  // 0 if the counter may be too low
    return result * (guidance + (slowest ? slowest : kLikelyWin + 20 * (node.counter - bounds.value.distance)));
  }

  // Principal variation search. `excluded` is the index of a move that is not searched, to find out how good the others
  // are. Without `prob_cut`, step 8 is skipped in this position.
  template <Side Mover>
  Score search(const Node& node, int ply, int depth, Score alpha, Score beta, int excluded = TranspositionTable::kNoMove,
               bool prob_cut = true) {
    const bool pv = beta - alpha > 1;
    const bool all_moves = excluded == TranspositionTable::kNoMove;
    const auto here = static_cast<std::size_t>(ply);
    pv_lengths_[here] = 0;
    keys_[here + static_cast<std::size_t>(base_)] = node.key;

    // Step 1. Draws by the draw counter and by repetition: the first repetition counts, under any rules.
    if (ply && (node.counter <= 0 || repeated(node, ply))) return 0;

    // Step 2. Quiescence search at the horizon.
    if (depth <= 0 || ply >= kMaxPly - 1) return quiesce<Mover>(node, ply, alpha, beta);
    if (time_is_up()) return 0;

    // Step 3. Mate distance pruning: no line from here is a faster win than one that is already found.
    alpha = std::max(alpha, -(kWin - ply));
    beta = std::min(beta, kWin - ply - 1);
    if (alpha >= beta) return alpha;

    // Step 4. Transposition table cutoff, outside the principal variation.
    const Key key = table_key(node, ply);
    const TranspositionTable::Entry entry = shared_.transpositions.find(key);
    if (entry.bound != Bound::None && entry.depth >= depth && !pv && all_moves) {
      const Score score = checkers::from_root(entry.score, ply);
      if (settles(entry.bound, score, alpha, beta)) return score;
    }

    // Step 5. End of the game: no legal move, or the move limit.
    const bool jump = jumpers<Mover>(node.board) != 0;
    if (!jump && !steppers<Mover>(node.board)) return -(kWin - ply);
    if (at_move_limit(ply)) return 0;

    // Step 6. Endgame table cutoff, below the root.
    const TableBounds table = jump || !ply ? TableBounds{} : probe_tables(node, ply);
    if (table.exact() || table.lower >= beta) return table.lower;
    if (table.upper <= alpha) return table.upper;

    // Step 7. Reverse futility pruning (static null move pruning) and razoring, in quiet positions where neither side can
    // jump: the evaluation is far above or below the window.
    const bool can_prune = !jump && !pv && all_moves && !table.known() && !jumpers<other(Mover)>(node.board);
    Score evaluation = kInfinity, static_score = kInfinity;
    if (can_prune) {
      evaluation = entry.bound != Bound::None && entry.evaluation != kInfinity ? entry.evaluation : evaluate(node);
      static_score = scaled(evaluation, node);
      if (depth <= 8 && static_score - 30 * depth >= beta && std::abs(beta) < kKnownWin) return static_score;
      if (depth <= 4 && static_score + 60 * depth <= alpha && std::abs(alpha) < kKnownWin) return static_score;
    }
    const bool futile = can_prune && depth <= 3 && static_score + 40 * depth <= alpha;  // for step 12

    // Step 8. ProbCut: a shallower search is far above beta.
    if (can_prune && prob_cut && depth >= 5 && static_score >= beta + kProbCutMargin / 2 && !near_table_score(beta)) {
      const Score target = beta + kProbCutMargin;
      const int shallow = depth - 4;
      const bool refuted = entry.bound != Bound::None && entry.depth >= shallow && checkers::from_root(entry.score, ply) < target;
      if (!refuted) {
        const Score score = search<Mover>(node, ply, shallow, target - 1, target, TranspositionTable::kNoMove, false);
        if (over_) return 0;
        if (score >= target) return near_table_score(score) ? score : score - kProbCutMargin;
      }
    }

    // Step 9. Generate and order the moves.
    const int table_move = entry.bound != Bound::None ? entry.move : TranspositionTable::kNoMove;
    Candidates moves;
    order_.collect<Mover>(node.board, ply, table_move, moves);

    // Step 10. Extend a forced move, up to twice the root's depth; otherwise internal iterative reduction (IIR) without a
    // transposition table entry.
    const bool can_extend = all_moves && ply < 2 * root_depth_;
    if (moves.count() == 1 && can_extend) ++depth;
    else if (entry.bound == Bound::None && depth >= 5 && all_moves) --depth;

    // Step 11. Singular extension: the transposition table's move is extended if a shallower search finds all others to be
    // worse. If these are above beta as well, that is a cutoff (multi-cut).
    int extension = 0;
    if (can_extend && ply && depth >= 8 && moves.count() > 1 && table_move < moves.count() && entry.bound != Bound::Upper &&
        entry.depth >= depth - 3 && !near_table_score(entry.score)) {
      const Score target = entry.score - 2 * depth;
      const Score score = search<Mover>(node, ply, (depth - 1) / 2, target - 1, target, table_move);
      if (over_) return 0;
      pv_lengths_[here] = 0;
      if (score < target) extension = 1;
      else if (target >= beta) return target;
    }

    const Score original_alpha = alpha;
    Score best = -kInfinity;
    int best_index = TranspositionTable::kNoMove;
    for (int i = 0; i < moves.count(); ++i) {
      const Candidate move = moves.pick(i);
      if (move.index == excluded) continue;
      const Node next = after<Mover>(node, move.effect);

      // Step 12. Futility pruning of quiet moves near the horizon.
      if (futile && best > -kKnownWin && !jumpers<other(Mover)>(next.board)) continue;
      shared_.transpositions.prefetch(table_key(next, ply + 1));

      // Step 13. ABDADA: defer a move that another thread is searching.
      const bool deferrable = shared_.parallel && i && depth >= 4;
      if (deferrable && !Candidates::was_deferred(move) && shared_.currently_searching.has(next.key)) {
        moves.defer(i--);
        continue;
      }
      const CurrentlySearching::Mark mark = shared_.currently_searching.mark(next.key, deferrable);

      // Step 14. Search the first move with the full window, others with a null window and late move reductions (LMR);
      // search again without the reduction, then with the full window, while the score is above alpha.
      Score score;
      if (best == -kInfinity) {
        score = -search<other(Mover)>(next, ply + 1, depth - 1 + extension, -beta, -alpha);
      } else {
        int reduction = jump ? 0 : reductions_[static_cast<std::size_t>(std::min(depth, 63))][static_cast<std::size_t>(std::min(i, 63))];
        if (reduction && pv) --reduction;
        if (reduction && move.order > MoveOrder::kMaxHistory) --reduction;
        score = -search<other(Mover)>(next, ply + 1, depth - 1 - reduction, -alpha - 1, -alpha);
        if (score > alpha && reduction) score = -search<other(Mover)>(next, ply + 1, depth - 1, -alpha - 1, -alpha);
        if (score > alpha && score < beta) score = -search<other(Mover)>(next, ply + 1, depth - 1, -beta, -alpha);
      }
      if (over_) return 0;

      // Step 15. New best move: update the principal variation; on a beta cutoff, the killers and the history.
      if (score <= best) continue;
      best = score;
      if (score <= alpha) continue;
      alpha = score;
      best_index = move.index;
      update_pv(here, move.move);
      if (!ply) line_ = {pvs_[0].begin(), pvs_[0].begin() + pv_lengths_[0]};
      if (score < beta) continue;
      if (!jump && all_moves) order_.update(Mover, ply, depth, moves, i);
      break;
    }

    // Step 16. Store the result in the transposition table, within the bounds of the endgame tables.
    if (!all_moves) return best;
    best = std::clamp(best, table.lower, table.upper);
    const Bound bound = best >= beta ? Bound::Lower : best > original_alpha ? Bound::Exact : Bound::Upper;
    shared_.transpositions.store(key, {from_here(best, ply), evaluation, std::min(depth, 255), best_index, bound});
    return best;
  }

  void update_pv(std::size_t ply, Move move) {
    pvs_[ply][0] = move;
    std::copy_n(pvs_[ply + 1].begin(), pv_lengths_[ply + 1], pvs_[ply].begin() + 1);
    pv_lengths_[ply] = pv_lengths_[ply + 1] + 1;
  }

  // Quiescence search: searches captures, which are compulsory, until the position is quiet; then probes the endgame
  // tables or evaluates.
  template <Side Mover>
  Score quiesce(const Node& node, int ply, Score alpha, Score beta) {
    if (time_is_up()) return 0;
    pv_lengths_[static_cast<std::size_t>(ply)] = 0;
    if (node.counter <= 0) return 0;
    const bool jump = jumpers<Mover>(node.board) != 0;
    if (!jump && !steppers<Mover>(node.board)) return -(kWin - ply);
    if (at_move_limit(ply)) return 0;
    if (!jump) {
      const TableBounds table = probe_tables(node, ply);
      return table.exact() ? table.lower : table.known() ? estimate(table, node, ply) : scaled(evaluate(node), node);
    }
    if (ply >= kMaxPly - 1) return scaled(evaluate(node), node);
    Score best = -kInfinity;
    visit_moves<Mover>(node.board, [&](Move, const Effect& effect) {
      if (best >= beta) return;
      best = std::max(best, -quiesce<other(Mover)>(after<Mover>(node, effect), ply + 1, -beta, -std::max(alpha, best)));
    });
    return best;
  }

  const Evaluation& evaluation_;
  SharedState& shared_;
  Rules rules_;
  void (*pause_)();
  bool over_ = false;
  int root_depth_ = 0;
  Score score_ = 0;
  std::vector<Move> line_;  // the principal variation from the root
  int base_ = 0;            // number of positions before the root in `keys_`
  int max_pieces_ = 0;      // largest number of pieces in the endgame tables
  bool counter_limits_distances_ = false;  // the rules have the draw counter that the endgame tables assume
  std::atomic<std::uint64_t> nodes_ = 0;
  std::atomic<std::uint64_t> table_hits_ = 0;
  std::vector<Key> keys_;  // keys of the game's positions, then of the current line
  std::array<std::array<Move, kMaxPly + 1>, kMaxPly + 1> pvs_{};  // principal variation from each ply
  std::array<int, kMaxPly + 1> pv_lengths_{};
  MoveOrder order_;
  std::array<std::array<std::int8_t, 64>, 64> reductions_{};  // late move reductions by depth and number of the move
};

}  // namespace crownbridge::checkers
