#include "checkers/search.hpp"

#include <bit>
#include <memory>
#include <system_error>
#include <thread>

#include "checkers/worker.hpp"
#include "core/limit.hpp"

namespace crownbridge::checkers {

namespace {

// The threads other than the first; the destructor stops and joins them.
template <class W>
class HelperThreads {
 public:
  HelperThreads(std::vector<std::unique_ptr<W>>& workers, SharedState& root) : root_(root) {
    try {
      for (std::size_t i = 1; i < workers.size(); ++i)
        threads_.emplace_back([worker = workers[i].get()] {
          for (int depth = 1; depth < kMaxPly && worker->deepen(depth);) ++depth;
        });
    } catch (const std::system_error&) {
      // The system has no more threads: continue with those that were started.
    }
  }
  ~HelperThreads() {
    root_.over = true;
    for (std::thread& thread : threads_) thread.join();
  }
  HelperThreads(const HelperThreads&) = delete;
  HelperThreads& operator=(const HelperThreads&) = delete;

 private:
  SharedState& root_;
  std::vector<std::thread> threads_;
};

}  // namespace

SearchReport Search::run(const Position& position, const SearchLimits& limits, const std::atomic<bool>& stop,
                         const std::function<void(const SearchReport&)>& progress, void (*pause)()) {
  transpositions_.age();
  SearchReport report;
  report.line = {position.legal_moves().at(0)};
  std::visit([&](const auto& evaluation) {
    using W = Worker<std::decay_t<decltype(evaluation)>>;
    const int threads = limits.nodes ? 1 : std::max(options_.threads, 1);
    SharedState root{position, value_or_max(limits.nodes), value_or_max(limits.seconds), transpositions_, options_, stop, Clock::now(),
              threads > 1};
    std::vector<History> histories(static_cast<std::size_t>(threads), history_);
    std::vector<std::unique_ptr<W>> workers;
    for (History& history : histories)
      workers.push_back(std::make_unique<W>(evaluation, root, history, workers.empty() ? pause : nullptr));
    const HelperThreads<W> helpers(workers, root);
    W& first = *workers.front();
    const auto count = [&] {
      report.nodes = report.table_hits = 0;
      for (const auto& worker : workers) report.nodes += worker->nodes(), report.table_hits += worker->table_hits();
      report.seconds = std::chrono::duration<double>(Clock::now() - root.begin).count();
    };
    const Board& board = position.board();
    const bool exact_distance = std::popcount(board.pieces[0] | board.pieces[1]) <= endgame::kMaxPiecesWithDistances;
    const int enough_depth = exact_distance ? 10 : 30;
    const int deepest = std::min(value_or_max(limits.depth), kMaxPly - 1);
    for (int depth = 1; depth <= deepest; ++depth) {
      const bool finished = first.deepen(depth);
      if (!first.line().empty()) report.line = first.line();
      count();
      if (!finished) break;
      report.depth = depth;
      report.score = first.score();
      report.fullness = transpositions_.fullness();
      if (progress) progress(report);
      if (report.seconds >= value_or_max(limits.soft_seconds)) break;
      if (std::abs(report.score) > kWin - depth) break;  // proven
      if (has_distance(report.score) && depth >= enough_depth) break;  // known from endgame tables
    }
    history_ = histories.front();
  }, options_.kth && !position.rules().men_progress ? *options_.kth : evaluation_);
  return report;
}

}  // namespace crownbridge::checkers
