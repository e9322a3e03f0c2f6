#include "hex/search.hpp"

#include <algorithm>
#include <exception>
#include <functional>
#include <mutex>
#include <system_error>
#include <thread>
#include <tuple>

#include "core/limit.hpp"
#include "hex/worker.hpp"

namespace crownbridge::hex {
namespace {

constexpr int kMaxReused = 6;          // most stones between the old root and the new one for the tree to be reused
constexpr std::size_t kOtherLines = 9;  // number of variations in a report besides the best
constexpr double kReportEvery = 0.25;   // seconds between two calls of `progress`
constexpr double kPauseEvery = 0.02;    // seconds between two calls of `pause`
constexpr std::uint64_t kMaxVisits = std::uint64_t{1} << 31;  // an edge cannot count more

// The threads other than the first; the destructor stops and joins them.
class HelperThreads {
 public:
  HelperThreads(SharedState& root, int count) : root_(root) {
    try {
      for (int i = 0; i < count; ++i) threads_.emplace_back([this, i] { loop(static_cast<std::uint64_t>(i) + 1); });
    } catch (const std::system_error&) {
      // The system has no more threads: continue with those that were started.
    }
  }
  ~HelperThreads() { end(); }
  HelperThreads(const HelperThreads&) = delete;
  HelperThreads& operator=(const HelperThreads&) = delete;

  // Stops and joins the threads; rethrows an exception of one of them.
  void join() {
    end();
    if (thrown_) std::rethrow_exception(thrown_);
  }

 private:
  void loop(std::uint64_t number) {
    try {
      Worker worker(root_, number);
      while (worker.iterate()) {}
    } catch (...) {
      const std::scoped_lock lock(throwing_);
      if (!thrown_) thrown_ = std::current_exception();
    }
    root_.over = true;
  }

  void end() {
    root_.over = true;
    for (std::thread& thread : threads_)
      if (thread.joinable()) thread.join();
  }

  SharedState& root_;
  std::mutex throwing_;
  std::exception_ptr thrown_;
  std::vector<std::thread> threads_;
};

// Win chance of the side that makes a move; 0 and 1 only if that is proven.
double chance(const Edge& edge) {
  const Fate fate = edge.fate;
  if (fate == Fate::Won || fate == Fate::Lost) return fate == Fate::Won ? 1 : 0;
  if (const auto value = edge.network_value()) return (edge.sum() + *value) / (edge.count() + 1);
  return (edge.sum() + 1) / (edge.count() + 2);
}

// Returns the move to play: a proven win, otherwise the most visited open move, then proven losses; pruned moves last.
const Edge* best_of(Node& node) {
  const auto rank = [](const Edge& edge) {
    const Fate fate = edge.fate;
    return std::tuple(fate == Fate::Won, fate != Fate::Pruned, fate != Fate::Lost, edge.count(), edge.prior);
  };
  return std::max_element(node.begin(), node.end(), [&](const Edge& a, const Edge& b) { return rank(a) < rank(b); });
}

// Returns the principal variation that starts with a move.
std::vector<Move> line_from(const Edge& move, const Board& board, Tree& tree) {
  std::vector<Move> line{board.move(move.cell)};
  const Edge* edge = &move;
  while (Node* const node = tree.after(*edge)) {
    edge = best_of(*node);
    if (!edge->count() && edge->open()) break;
    line.push_back(board.move(edge->cell));
  }
  return line;
}

// Returns true if no open move with more than a quarter of the best move's visits has a higher value.
bool settled(Node& node) {
  const Edge* const best = best_of(node);
  return std::none_of(node.begin(), node.end(), [&](const Edge& edge) {
    return edge.open() && edge.count() > best->count() / 4 && chance(edge) > chance(*best);
  });
}

SearchReport report_on(SharedState& root) {
  Tree& tree = root.tree;
  SearchReport report;
  report.iterations = root.finished;
  report.seconds = root.seconds();
  report.fullness = tree.fullness();
  const Fate fate = tree.root().fate;
  const Board& board = root.position.board();
  const Side turn = root.position.turn();
  if (fate != Fate::Open) report.winner = fate == Fate::Won ? other(turn) : turn;
  Node& node = *tree.after(tree.root());
  const Edge* const best = best_of(node);
  report.win_chance = report.winner ? (*report.winner == turn ? 1 : 0) : chance(*best);
  report.line = line_from(*best, board, tree);
  std::vector<std::pair<std::uint32_t, const Edge*>> others;  // with a copy of their visits, which other threads keep changing
  for (const Edge& move : node.edges()) {
    report.candidates.push_back({board.move(move.cell), move.count(), chance(move)});
    if (&move != best && move.count()) others.emplace_back(move.count(), &move);
  }
  std::sort(others.begin(), others.end(), std::greater<>());
  if (others.size() > kOtherLines) others.resize(kOtherLines);
  for (const auto& [_, move] : others) report.other_lines.push_back(line_from(*move, board, tree));
  return report;
}

}  // namespace

SearchReport Search::run(const Position& position, const SearchLimits& limits, const std::atomic<bool>& stop,
                         const std::function<void(const SearchReport&)>& progress, void (*pause)()) {
  set_root(position);
  SharedState root{position, value_or_max(limits.iterations), value_or_max(limits.seconds), options_, *evaluator_, tree_, stop, Clock::now()};
  if (options_.noise > 0) {
    Random random(position.key() ^ options_.seed ^ ++noisy_searches_ << 32);  // other noise for each search of a position
    for (int cell = 0; cell < position.board().cells(); ++cell)
      root.bias.push_back(static_cast<float>(options_.noise * (random.below(2001) - 1000) / 1000));
  }
  Worker first(root, 0);
  try {
    first.expand_root();
  } catch (...) {
    forget();
    throw;
  }
  HelperThreads helpers(root, limits.iterations ? 0 : options_.threads - 1);
  const double soft_seconds = value_or_max(limits.soft_seconds);
  double reported = 0, paused = 0;
  Node& node = *tree_.after(tree_.root());
  while (!root.over && first.iterate()) {
    const double now = root.seconds();
    if (stop.load(std::memory_order_relaxed) || tree_.root().count() >= kMaxVisits) break;
    if (now >= root.max_seconds || (now >= soft_seconds && settled(node))) break;
    if (pause && now - paused > kPauseEvery) paused = now, pause();
    if (progress && now - reported > kReportEvery) reported = now, progress(report_on(root));
  }
  helpers.join();
  SearchReport report = report_on(root);
  if (progress) progress(report);
  return report;
}

void Search::forget() {
  tree_.clear();
  root_.reset();
}

void Search::set_root(const Position& position) {
  const Edge* const known = root_ && root_->board().size() == position.board().size()
                                ? find(tree_.root(), root_->board(), root_->turn(), position)
                                : nullptr;
  if (known && known != &tree_.root()) tree_.keep_only(*known);
  if (!known) tree_.clear();
  if (tree_.root().fate == Fate::Pruned) tree_.root().fate = Fate::Open;
  root_ = position;
}

// Returns the most visited edge of the tree that leads to a position, or null.
const Edge* Search::find(const Edge& edge, const Board& from, Side turn, const Position& position) {
  const Board& to = position.board();
  if (from == to) return turn == position.turn() ? &edge : nullptr;
  if (to.stones() <= from.stones() || to.stones() > from.stones() + kMaxReused) return nullptr;
  Node* const node = tree_.after(edge);
  if (!node) return nullptr;
  const Edge* best = nullptr;
  for (const Edge& move : node->edges()) {
    if (to.at(move.cell) != stone(turn)) continue;
    Board next = from;
    next.place(move.cell, turn);
    const Edge* const found = find(move, next, other(turn), position);
    if (found && (!best || found->count() > best->count())) best = found;
  }
  return best;
}

}  // namespace crownbridge::hex
