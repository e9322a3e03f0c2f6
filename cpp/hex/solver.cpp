#include "hex/solver.hpp"

#include <algorithm>
#include <chrono>

#include "core/limit.hpp"
#include "hex/flow.hpp"
#include "hex/must_play.hpp"
#include "hex/proof_table.hpp"

namespace crownbridge::hex {

// Interface of the search for one board size.
class Solver::ProofSearch {
 public:
  virtual ~ProofSearch() = default;
  virtual std::optional<Solution> prove(const Board& board, Side turn, const SolveLimits& limits,
                                        const std::atomic<bool>& stop,
                                        const std::function<void(const SolveProgress&)>& progress,
                                        SolveProgress& statistics) = 0;
};

namespace {

using Clock = std::chrono::steady_clock;

// Thrown to end a search at a limit.
struct LimitReached {};

// Depth-first proof-number search (df-pn, Nagai) with virtual connections and fill-in.
template <int W>
class DfpnSearch : public Solver::ProofSearch {
 public:
  explicit DfpnSearch(std::size_t megabytes) : table_(megabytes) {}

  std::optional<Solution> prove(const Board& board, Side turn, const SolveLimits& limits, const std::atomic<bool>& stop,
                                const std::function<void(const SolveProgress&)>& progress,
                                SolveProgress& statistics) override;

 private:
  using Entry = ProofEntry<W>;

  // A position on the path from the root to the current node.
  struct Frame {
    Frame* parent;
    FillInBoard<W> filled_board;
    Side turn;
    std::optional<ConnectionSets<W>> connections = std::nullopt;  // computed when needed

    Key key() const { return filled_board.key() ^ turn_key(turn); }
  };

  struct Child {
    int move;
    Frame frame;
    Entry entry;
  };

  const ConnectionSets<W>& connections(Frame& frame);
  Entry expand(Frame& frame);
  Entry search(Frame& frame, ProofNumbers thresholds);
  std::vector<Child> children(Frame& frame, const Cells<W>& moves);
  Cells<W> carrier_before(const Frame& parent, const Child& child, Side winner) const;
  Cells<W> add_killers(const Frame& frame, Cells<W> carrier) const;
  void count_node();

  ProofTable<W> table_;
  HSearchLimits limits_;
  std::uint64_t max_nodes_ = 0;
  double max_seconds_ = 0;
  const std::atomic<bool>* stop_ = nullptr;
  const std::function<void(const SolveProgress&)>* progress_ = nullptr;
  SolveProgress* statistics_ = nullptr;
  Clock::time_point start_time_;
};

template <int W>
std::optional<Solution> DfpnSearch<W>::prove(const Board& board, Side turn, const SolveLimits& limits,
                                             const std::atomic<bool>& stop,
                                             const std::function<void(const SolveProgress&)>& progress,
                                             SolveProgress& statistics) {
  max_nodes_ = value_or_max(limits.nodes);
  max_seconds_ = value_or_max(limits.seconds);
  stop_ = &stop;
  progress_ = &progress;
  statistics_ = &statistics;
  start_time_ = Clock::now();
  Frame root{nullptr, FillInBoard<W>(board), turn};
  const Cells<W> empty = root.filled_board.empty();
  root.filled_board.fill();
  const auto elapsed = [&] { return std::chrono::duration<double>(Clock::now() - start_time_).count(); };
  try {
    const Entry entry = search(root, {kInfinite, kInfinite});
    statistics.seconds = elapsed();
    const Side winner = entry.numbers.phi == 0 ? turn : other(turn);
    Solution solution{winner, std::nullopt, {}};
    const Cells<W> filled = empty & (root.filled_board.stones(winner) | root.filled_board.dead());
    if (winner == turn) {
      const MustPlay<W> must_play = find_must_play(root.filled_board, turn, connections(root));
      const Cells<W> own_cells = must_play.carrier | (empty & root.filled_board.stones(turn));
      solution.move = must_play.wins_after_pass ? static_cast<std::uint16_t>(shortest_win_cells(board, turn, own_cells).first())
                                                : entry.move;
    }
    const Cells<W> carrier = entry.carrier | filled;
    carrier.each([&](int cell) { solution.carrier.push_back(static_cast<std::uint16_t>(cell)); });
    return solution;
  } catch (const LimitReached&) {
    statistics.seconds = elapsed();
    return std::nullopt;
  }
}

// Counts a node and checks the limits.
template <int W>
void DfpnSearch<W>::count_node() {
  ++statistics_->nodes;
  if (statistics_->nodes > max_nodes_ || stop_->load(std::memory_order_relaxed)) throw LimitReached{};
  statistics_->seconds = std::chrono::duration<double>(Clock::now() - start_time_).count();
  if (statistics_->seconds >= max_seconds_) throw LimitReached{};
  if (*progress_) (*progress_)(*statistics_);
}

// Returns the connections of a position, updated incrementally from those of its parent.
template <int W>
const ConnectionSets<W>& DfpnSearch<W>::connections(Frame& frame) {
  if (!frame.connections) {
    if (frame.parent == nullptr) frame.connections.emplace(frame.filled_board, frame.turn, limits_);
    else frame.connections.emplace(connections(*frame.parent), frame.filled_board, frame.turn, limits_);
  }
  return *frame.connections;
}

// Creates the entry of a new node: proven by connections, or with its must-play region.
template <int W>
auto DfpnSearch<W>::expand(Frame& frame) -> Entry {
  count_node();
  const MustPlay<W> must_play = find_must_play(frame.filled_board, frame.turn, connections(frame));
  Entry entry{};
  entry.key = frame.key();
  entry.moves = must_play.moves;
  entry.carrier = must_play.carrier;
  entry.work = 1;
  if (must_play.winner) {
    entry.numbers = *must_play.winner == frame.turn ? ProofNumbers{0, kInfinite} : ProofNumbers{kInfinite, 0};
    if (must_play.moves.any()) entry.move = static_cast<std::uint16_t>(must_play.moves.first());
  }
  return entry;
}

// Returns the children, ordered by the electrical circuit model.
template <int W>
auto DfpnSearch<W>::children(Frame& frame, const Cells<W>& moves) -> std::vector<Child> {
  const Flow flows = flow(frame.filled_board);
  std::vector<int> order;
  moves.each([&](int cell) { order.push_back(cell); });
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
    return flows[static_cast<std::size_t>(a)] > flows[static_cast<std::size_t>(b)];
  });
  std::vector<Child> result;
  result.reserve(order.size());
  for (const int move : order) {
    result.push_back({move, Frame{&frame, frame.filled_board, other(frame.turn)}, Entry{}});
    result.back().frame.filled_board.place(move, frame.turn);
  }
  return result;
}

// Returns the carrier of a solved child as a carrier in its parent, including the cells that the move filled in for the
// winner.
template <int W>
Cells<W> DfpnSearch<W>::carrier_before(const Frame& parent, const Child& child, Side winner) const {
  const FillInBoard<W>& after = child.frame.filled_board;
  Cells<W> carrier = child.entry.carrier | ((after.stones(winner) | after.dead()) & parent.filled_board.empty());
  if (winner != parent.turn) carrier.remove(child.move);
  return carrier;
}

// Adds the killers of vulnerable cells to the carrier of a loss: moves to those cells were pruned, and the winner
// refutes them by their killers.
template <int W>
Cells<W> DfpnSearch<W>::add_killers(const Frame& frame, Cells<W> carrier) const {
  for (Cells<W> before; before != carrier;) {
    before = carrier;
    frame.filled_board.each_vulnerable(frame.turn, [&](int cell, int killer) {
      if (before.has(cell)) carrier.add(killer);
    });
  }
  return carrier;
}

// Searches a node until it is solved or one of its numbers reaches its threshold.
template <int W>
auto DfpnSearch<W>::search(Frame& frame, ProofNumbers thresholds) -> Entry {
  // Step 1. Look up the node, or expand it.
  Entry entry;
  if (const Entry* stored = table_.find(frame.key())) {
    entry = *stored;
  } else {
    entry = expand(frame);
    table_.store(entry);
  }
  if (entry.numbers.solved() || entry.numbers.reach(thresholds)) return entry;

  std::vector<Child> nodes = children(frame, entry.moves);
  const Cells<W> threats = entry.carrier;
  const Side opponent = other(frame.turn);
  const std::uint64_t nodes_before = statistics_->nodes;
  while (true) {
    // Step 2. Update the children from the table. The must-play region shrinks to the carrier of every losing child:
    // moves outside of it lose as well.
    Cells<W> open = entry.moves, losing_carrier = threats;
    const Child* winning_child = nullptr;
    for (Child& child : nodes) {
      if (const Entry* stored = table_.find(child.frame.key())) child.entry = *stored;
      if (child.entry.numbers.delta == 0) {
        winning_child = &child;
        break;
      }
      if (child.entry.numbers.phi == 0) {
        const Cells<W> carrier = carrier_before(frame, child, opponent);
        open &= carrier;
        open.remove(child.move);
        losing_carrier |= carrier;
      }
    }

    // Step 3. Solved: a move wins, or none is left.
    if (winning_child != nullptr) {
      entry.numbers = {0, kInfinite};
      entry.move = static_cast<std::uint16_t>(winning_child->move);
      entry.carrier = carrier_before(frame, *winning_child, frame.turn);
      break;
    }
    if (open.none()) {
      entry.numbers = {kInfinite, 0};
      entry.carrier = add_killers(frame, losing_carrier);
      break;
    }

    // Step 4. Compute the numbers over the most promising children only (focused df-pn): over all of them, nodes with
    // many moves would look harder than they are.
    Child* best = nullptr;
    std::uint32_t second = kInfinite, sum = 0;
    int focus = 2 + open.count() / 4;
    for (Child& child : nodes) {
      if (!open.has(child.move)) continue;
      if (focus-- == 0) break;
      sum = std::min(sum + child.entry.numbers.phi, kInfinite - 1);
      if (best == nullptr || child.entry.numbers.delta < best->entry.numbers.delta) {
        if (best != nullptr) second = best->entry.numbers.delta;
        best = &child;
      } else {
        second = std::min(second, child.entry.numbers.delta);
      }
    }
    entry.numbers = {best->entry.numbers.delta, sum};
    if (entry.numbers.reach(thresholds)) break;

    // Step 5. Search the child with the lowest delta, up to slightly more than the second lowest (1 + epsilon trick).
    const ProofNumbers next{std::min(thresholds.delta, kInfinite) - (sum - best->entry.numbers.phi),
                            std::min(thresholds.phi, second + second / 4 + 1)};
    best->entry = search(best->frame, next);
    best->frame.connections.reset();
  }

  // Step 6. Store the result.
  entry.work = static_cast<std::uint32_t>(std::min<std::uint64_t>(entry.work + statistics_->nodes - nodes_before, 0xffffffff));
  table_.store(entry);
  return entry;
}

}  // namespace

Solver::Solver(std::size_t megabytes) : megabytes_(megabytes) {}
Solver::~Solver() = default;

std::optional<Solution> Solver::solve(const Board& board, Side turn, const SolveLimits& limits, const std::atomic<bool>& stop,
                                      const std::function<void(const SolveProgress&)>& progress) {
  if (!proof_search_ || board.size() != size_) {
    size_ = board.size();
    proof_search_.reset();  // frees its memory before the next one is allocated
    with_width(size_, [&](auto width) { proof_search_ = std::make_unique<DfpnSearch<decltype(width)::value>>(megabytes_); });
  }
  last_ = {};
  return proof_search_->prove(board, turn, limits, stop, progress, last_);
}

}  // namespace crownbridge::hex
