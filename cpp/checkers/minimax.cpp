#include "checkers/minimax.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>

#include "checkers/movegen.hpp"
#include "checkers/noise.hpp"
#include "core/limit.hpp"

namespace crownbridge::checkers {

namespace {

constexpr std::size_t kCacheEntries = 1 << 18;

// Fixed-depth minimax search in the negamax form.
template <class Evaluate>
class Minimax {
 public:
  Minimax(const Evaluate& evaluate, const Position& position, const MinimaxOptions& options, const std::atomic<bool>& stop,
          void (*pause)())
      : evaluate_(evaluate), rules_(position.rules()), options_(options), max_seconds_(value_or_max(options.seconds)),
        max_nodes_(value_or_max(options.nodes)), stop_(stop), pause_(pause) {
    if (!rules_.counter) rules_.counter = kUncounted;
    if (options.cache) cache_.resize(kCacheEntries);
  }

  SearchReport run(const Position& position) {
    SearchReport report;
    Score best = -kInfinity;
    for (const Node& child : children(position.board(), position.key(), position.rules().counter ? position.counter() : kUncounted)) {
      const Score score = -search(child, 1, options_.depth - 1, -kInfinity, options_.alpha_beta ? -best : kInfinity);
      if (over_ && !report.line.empty()) break;
      if (score > best || report.line.empty()) best = score, report.line = {child.move};
      if (over_) break;
    }
    report.depth = over_ ? 0 : options_.depth;
    report.score = over_ && best == -kInfinity ? 0 : best;
    report.nodes = nodes_;
    report.seconds = seconds();
    return report;
  }

 private:
  using Clock = std::chrono::steady_clock;

  // A position in the search tree and the move that leads to it.
  struct Node {
    Move move;
    Board board;
    Key key;
    int counter;
    Score order = 0;
  };

  struct CacheEntry {
    Key key = 0;
    Score score = 0;
    Bound bound = Bound::None;
  };

  double seconds() const { return std::chrono::duration<double>(Clock::now() - begin_).count(); }

  bool is_over() {
    if (nodes_ >= max_nodes_) return over_ = true;
    if (++nodes_ % 1024 == 0) {
      if (pause_ && nodes_ % 65536 == 0) pause_();
      if (stop_.load(std::memory_order_relaxed) || seconds() >= max_seconds_) over_ = true;
    }
    return over_;
  }

  Score value(const Board& board, Key key) const {
    return evaluate_(board) + noise_of(key, options_.noise, options_.seed);
  }

  std::vector<Node> children(const Board& board, Key key, int counter) const {
    std::vector<Node> nodes;
    visit_moves(board, [&](Move move, const Effect& effect) {
      const Board next = board.after(effect);
      const int left = rules_.counter_after(counter, effect.captured != 0, !(board.kings & effect.from));
      nodes.push_back({move, next, key_after(key, board, effect, next), left, 0});
      if (options_.reorder_moves) nodes.back().order = value(next, nodes.back().key);
    });
    if (options_.reorder_moves)
      std::stable_sort(nodes.begin(), nodes.end(), [](const Node& a, const Node& b) { return a.order < b.order; });
    return nodes;
  }

  Score search(const Node& node, int ply, int depth, Score alpha, Score beta) {
    // Step 1. End of the game and horizon.
    if (is_over() || node.counter <= 0) return 0;
    if (!has_move(node.board)) return -(kWin - ply);
    if (depth <= 0) return value(node.board, node.key);

    // Step 2. Cutoff by the cache. The key includes the depth and, as far as it can matter, the draw counter.
    CacheEntry* entry = nullptr;
    const Key key = node.key ^ 0x9e3779b97f4a7c15U * static_cast<Key>(128 * std::min(node.counter, depth + 1) + depth);
    if (options_.cache) {
      entry = &cache_[key % kCacheEntries];
      if (entry->bound != Bound::None && entry->key == key) {
        const Score score = from_root(entry->score, ply);
        if (settles(entry->bound, score, alpha, beta)) return score;
      }
    }

    // Step 3. Search the children with alpha-beta pruning, if enabled.
    Score best = -kInfinity;
    for (const Node& child : children(node.board, node.key, node.counter)) {
      best = std::max(best, -search(child, ply + 1, depth - 1, -beta, -std::max(alpha, best)));
      if (over_) return 0;
      if (options_.alpha_beta && best >= beta) break;
    }

    // Step 4. Store the result in the cache.
    const bool exact = !options_.alpha_beta || (best > alpha && best < beta);
    if (entry) *entry = {key, from_here(best, ply), exact ? Bound::Exact : best >= beta ? Bound::Lower : Bound::Upper};
    return best;
  }

  const Evaluate& evaluate_;
  Rules rules_;
  const MinimaxOptions options_;
  const double max_seconds_;
  const std::uint64_t max_nodes_;
  const std::atomic<bool>& stop_;
  void (*pause_)();
  const Clock::time_point begin_ = Clock::now();
  std::vector<CacheEntry> cache_;
  std::uint64_t nodes_ = 0;
  bool over_ = false;
};

}  // namespace

SearchReport minimax(const Position& position, const Evaluation& evaluation, const MinimaxOptions& options,
                     const std::atomic<bool>& stop, void (*pause)()) {
  return std::visit([&](const auto& evaluate) { return Minimax(evaluate, position, options, stop, pause).run(position); }, evaluation);
}

}  // namespace crownbridge::checkers
