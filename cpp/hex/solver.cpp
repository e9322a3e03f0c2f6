#include "hex/solver.hpp"

#include <algorithm>
#include <chrono>

#include "core/limit.hpp"
#include "hex/flow.hpp"
#include "hex/insight.hpp"
#include "hex/proof_table.hpp"

namespace crownbridge::hex {

class Solver::Prover {
 public:
  virtual ~Prover() = default;
  virtual std::optional<Solution> prove(const Board& board, Side turn, const SolveLimits& limits,
                                        const std::atomic<bool>& stop,
                                        const std::function<void(const SolveProgress&)>& progress,
                                        SolveProgress& spent) = 0;
};

namespace {

using Clock = std::chrono::steady_clock;

struct GaveUp {};

template <int W>
class WideProver : public Solver::Prover {
 public:
  explicit WideProver(std::size_t megabytes) : table_(megabytes) {}

  std::optional<Solution> prove(const Board& board, Side turn, const SolveLimits& limits, const std::atomic<bool>& stop,
                                const std::function<void(const SolveProgress&)>& progress,
                                SolveProgress& spent) override;

 private:
  using Entry = ProofEntry<W>;

  // A position on the way from the root to where the search is.
  struct Frame {
    Frame* parent;
    Ground<W> ground;
    Side turn;
    std::optional<Links<W>> links = std::nullopt;  // once they were needed

    Key key() const { return ground.key() ^ turn_key(turn); }
  };

  struct Child {
    int move;
    Frame frame;
    Entry entry;
  };

  const Links<W>& links(Frame& frame);
  Entry expand(Frame& frame);
  Entry search(Frame& frame, Bounds thresholds);
  std::vector<Child> children(Frame& frame, const Cells<W>& moves);
  Cells<W> carrier_before(const Frame& parent, const Child& child, Side winner) const;
  Cells<W> with_killers(const Frame& frame, Cells<W> carrier) const;
  void count_node();

  ProofTable<W> table_;
  Effort effort_;
  std::uint64_t most_nodes_ = 0;
  double most_seconds_ = 0;
  const std::atomic<bool>* stop_ = nullptr;
  const std::function<void(const SolveProgress&)>* progress_ = nullptr;
  SolveProgress* spent_ = nullptr;
  Clock::time_point began_;
};

template <int W>
std::optional<Solution> WideProver<W>::prove(const Board& board, Side turn, const SolveLimits& limits,
                                             const std::atomic<bool>& stop,
                                             const std::function<void(const SolveProgress&)>& progress,
                                             SolveProgress& spent) {
  most_nodes_ = value_or_max(limits.nodes);
  most_seconds_ = value_or_max(limits.seconds);
  stop_ = &stop;
  progress_ = &progress;
  spent_ = &spent;
  began_ = Clock::now();
  Frame root{nullptr, Ground<W>(board), turn};
  const Cells<W> empty = root.ground.empty();
  root.ground.fill();
  const auto elapsed = [&] { return std::chrono::duration<double>(Clock::now() - began_).count(); };
  try {
    const Entry entry = search(root, {kInfinite, kInfinite});
    spent.seconds = elapsed();
    const Side winner = entry.bounds.phi == 0 ? turn : other(turn);
    Solution solution{winner, std::nullopt, {}};
    const Cells<W> filled = empty & (root.ground.stones(winner) | root.ground.dead());
    if (winner == turn) {
      const Insight<W> seen = insight(root.ground, turn, links(root));
      const Cells<W> sure = seen.carrier | (empty & root.ground.stones(turn));
      solution.move = seen.holds ? static_cast<std::uint16_t>(quickest(board, turn, sure).first()) : entry.move;
    }
    const Cells<W> carrier = entry.carrier | filled;
    carrier.each([&](int cell) { solution.carrier.push_back(static_cast<std::uint16_t>(cell)); });
    return solution;
  } catch (const GaveUp&) {
    spent.seconds = elapsed();
    return std::nullopt;
  }
}

template <int W>
void WideProver<W>::count_node() {
  ++spent_->nodes;
  if (spent_->nodes > most_nodes_ || stop_->load(std::memory_order_relaxed)) throw GaveUp{};
  spent_->seconds = std::chrono::duration<double>(Clock::now() - began_).count();
  if (spent_->seconds >= most_seconds_) throw GaveUp{};
  if (*progress_) (*progress_)(*spent_);
}

template <int W>
const Links<W>& WideProver<W>::links(Frame& frame) {
  if (!frame.links) {
    if (frame.parent == nullptr) frame.links.emplace(frame.ground, frame.turn, effort_);
    else frame.links.emplace(links(*frame.parent), frame.ground, frame.turn, effort_);
  }
  return *frame.links;
}

// What is known of a position without looking further.
template <int W>
auto WideProver<W>::expand(Frame& frame) -> Entry {
  count_node();
  const Insight<W> seen = insight(frame.ground, frame.turn, links(frame));
  Entry entry{};
  entry.key = frame.key();
  entry.moves = seen.moves;
  entry.carrier = seen.carrier;
  entry.work = 1;
  if (seen.winner) {
    entry.bounds = *seen.winner == frame.turn ? Bounds{0, kInfinite} : Bounds{kInfinite, 0};
    if (seen.moves.any()) entry.move = static_cast<std::uint16_t>(seen.moves.first());
  }
  return entry;
}

template <int W>
auto WideProver<W>::children(Frame& frame, const Cells<W>& moves) -> std::vector<Child> {
  const Flow flows = flow(frame.ground);
  std::vector<int> order;
  moves.each([&](int cell) { order.push_back(cell); });
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
    return flows[static_cast<std::size_t>(a)] > flows[static_cast<std::size_t>(b)];
  });
  std::vector<Child> result;
  result.reserve(order.size());
  for (const int move : order) {
    result.push_back({move, Frame{&frame, frame.ground, other(frame.turn)}, Entry{}});
    result.back().frame.ground.place(move, frame.turn);
  }
  return result;
}

// The carrier of a solved child, as one of its parent: with what was filled in for the winner on the way.
template <int W>
Cells<W> WideProver<W>::carrier_before(const Frame& parent, const Child& child, Side winner) const {
  const Ground<W>& after = child.frame.ground;
  Cells<W> carrier = child.entry.carrier | ((after.stones(winner) | after.dead()) & parent.ground.empty());
  if (winner != parent.turn) carrier.remove(child.move);
  return carrier;
}

// Moves that were left out because a reply makes them dead need that reply in the winner's carrier.
template <int W>
Cells<W> WideProver<W>::with_killers(const Frame& frame, Cells<W> carrier) const {
  for (Cells<W> before; before != carrier;) {
    before = carrier;
    frame.ground.each_vulnerable(frame.turn, [&](int cell, int reply) {
      if (before.has(cell)) carrier.add(reply);
    });
  }
  return carrier;
}

// Searches until the position is solved or one of its bounds reaches its threshold.
template <int W>
auto WideProver<W>::search(Frame& frame, Bounds thresholds) -> Entry {
  Entry entry;
  if (const Entry* found = table_.find(frame.key())) {
    entry = *found;
  } else {
    entry = expand(frame);
    table_.store(entry);
  }
  if (entry.bounds.solved() || entry.bounds.reaches(thresholds)) return entry;

  std::vector<Child> all = children(frame, entry.moves);
  const Cells<W> threats = entry.carrier;
  const Side opponent = other(frame.turn);
  const std::uint64_t before = spent_->nodes;
  while (true) {
    // What the children have come to. Moves outside the carrier of one that loses lose as well.
    Cells<W> open = entry.moves, losing = threats;
    const Child* winning = nullptr;
    for (Child& child : all) {
      if (const Entry* found = table_.find(child.frame.key())) child.entry = *found;
      if (child.entry.bounds.delta == 0) {
        winning = &child;
        break;
      }
      if (child.entry.bounds.phi == 0) {
        const Cells<W> carrier = carrier_before(frame, child, opponent);
        open &= carrier;
        open.remove(child.move);
        losing |= carrier;
      }
    }
    if (winning != nullptr) {
      entry.bounds = {0, kInfinite};
      entry.move = static_cast<std::uint16_t>(winning->move);
      entry.carrier = carrier_before(frame, *winning, frame.turn);
      break;
    }
    if (open.none()) {
      entry.bounds = {kInfinite, 0};
      entry.carrier = with_killers(frame, losing);
      break;
    }

    // The most promising few count: where all did, positions with many moves would look harder than they are.
    Child* best = nullptr;
    std::uint32_t second = kInfinite, sum = 0;
    int counted = 2 + open.count() / 4;
    for (Child& child : all) {
      if (!open.has(child.move)) continue;
      if (counted-- == 0) break;
      sum = std::min(sum + child.entry.bounds.phi, kInfinite - 1);
      if (best == nullptr || child.entry.bounds.delta < best->entry.bounds.delta) {
        if (best != nullptr) second = best->entry.bounds.delta;
        best = &child;
      } else {
        second = std::min(second, child.entry.bounds.delta);
      }
    }
    entry.bounds = {best->entry.bounds.delta, sum};
    if (entry.bounds.reaches(thresholds)) break;
    const Bounds next{std::min(thresholds.delta, kInfinite) - (sum - best->entry.bounds.phi),
                      std::min(thresholds.phi, second + second / 4 + 1)};
    best->entry = search(best->frame, next);
    best->frame.links.reset();
  }
  entry.work = static_cast<std::uint32_t>(std::min<std::uint64_t>(entry.work + spent_->nodes - before, 0xffffffff));
  table_.store(entry);
  return entry;
}

}  // namespace

Solver::Solver(std::size_t megabytes) : megabytes_(megabytes) {}
Solver::~Solver() = default;

std::optional<Solution> Solver::solve(const Board& board, Side turn, const SolveLimits& limits, const std::atomic<bool>& stop,
                                      const std::function<void(const SolveProgress&)>& progress) {
  if (!prover_ || board.size() != size_) {
    size_ = board.size();
    prover_.reset();  // before the next takes as much memory
    with_width(size_, [&](auto width) { prover_ = std::make_unique<WideProver<decltype(width)::value>>(megabytes_); });
  }
  last_ = {};
  return prover_->prove(board, turn, limits, stop, progress, last_);
}

}  // namespace crownbridge::hex
