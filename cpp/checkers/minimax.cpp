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

template <class Judge>
class Minimax {
 public:
  Minimax(const Judge& judge, const Position& position, const MinimaxOptions& options, const std::atomic<bool>& stop,
          void (*pause)())
      : judge_(judge), rules_(position.rules()), options_(options), most_seconds_(value_or_max(options.seconds)),
        most_nodes_(value_or_max(options.nodes)), stop_(stop), pause_(pause) {
    if (!rules_.counter) rules_.counter = kUncounted;
    if (options.cache) cache_.resize(kCacheEntries);
  }

  SearchReport run(const Position& position) {
    SearchReport report;
    Score best = -kInfinity;
    for (const Step& step : steps(position.board(), position.key(), position.rules().counter ? position.counter() : kUncounted)) {
      const Score score = -search(step, 1, options_.depth - 1, -kInfinity, options_.alpha_beta ? -best : kInfinity);
      if (over_ && !report.line.empty()) break;
      if (score > best || report.line.empty()) best = score, report.line = {step.move};
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

  // A move, and the position after it.
  struct Step {
    Move move;
    Board board;
    Key key;
    int counter;
    Score order = 0;
  };

  struct Known {
    Key key = 0;
    Score score = 0;
    Bound bound = Bound::None;
  };

  double seconds() const { return std::chrono::duration<double>(Clock::now() - begin_).count(); }

  bool is_over() {
    if (nodes_ >= most_nodes_) return over_ = true;
    if (++nodes_ % 1024 == 0) {
      if (pause_ && nodes_ % 65536 == 0) pause_();
      if (stop_.load(std::memory_order_relaxed) || seconds() >= most_seconds_) over_ = true;
    }
    return over_;
  }

  Score value(const Board& board, Key key) const {
    return judge_(board) + noise_of(key, options_.noise, options_.seed);
  }

  std::vector<Step> steps(const Board& board, Key key, int counter) const {
    std::vector<Step> found;
    visit_moves(board, [&](Move move, const Effect& effect) {
      const Board next = board.after(effect);
      const int left = rules_.counter_after(counter, effect.captured != 0, !(board.kings & effect.from));
      found.push_back({move, next, key_after(key, board, effect, next), left, 0});
      if (options_.reorder_moves) found.back().order = value(next, found.back().key);
    });
    if (options_.reorder_moves)
      std::stable_sort(found.begin(), found.end(), [](const Step& a, const Step& b) { return a.order < b.order; });
    return found;
  }

  Score search(const Step& at, int ply, int depth, Score alpha, Score beta) {
    if (is_over() || at.counter <= 0) return 0;
    if (!has_move(at.board)) return -(kWin - ply);
    if (depth <= 0) return value(at.board, at.key);

    Known* known = nullptr;
    const Key key = at.key ^ 0x9e3779b97f4a7c15U * static_cast<Key>(128 * std::min(at.counter, depth + 1) + depth);
    if (options_.cache) {
      known = &cache_[key % kCacheEntries];
      if (known->bound != Bound::None && known->key == key) {
        const Score score = from_root(known->score, ply);
        if (settles(known->bound, score, alpha, beta)) return score;
      }
    }

    Score best = -kInfinity;
    for (const Step& step : steps(at.board, at.key, at.counter)) {
      best = std::max(best, -search(step, ply + 1, depth - 1, -beta, -std::max(alpha, best)));
      if (over_) return 0;
      if (options_.alpha_beta && best >= beta) break;
    }
    const bool exact = !options_.alpha_beta || (best > alpha && best < beta);
    if (known) *known = {key, from_here(best, ply), exact ? Bound::Exact : best >= beta ? Bound::Lower : Bound::Upper};
    return best;
  }

  const Judge& judge_;
  Rules rules_;
  const MinimaxOptions options_;
  const double most_seconds_;
  const std::uint64_t most_nodes_;
  const std::atomic<bool>& stop_;
  void (*pause_)();
  const Clock::time_point begin_ = Clock::now();
  std::vector<Known> cache_;
  std::uint64_t nodes_ = 0;
  bool over_ = false;
};

}  // namespace

SearchReport minimax(const Position& position, const Evaluation& evaluation, const MinimaxOptions& options,
                     const std::atomic<bool>& stop, void (*pause)()) {
  return std::visit([&](const auto& judge) { return Minimax(judge, position, options, stop, pause).run(position); }, evaluation);
}

}  // namespace crownbridge::checkers
