#include "hex/worker.hpp"

#include <algorithm>
#include <limits>

#include "core/limit.hpp"
#include "hex/grid.hpp"
#include "hex/knowledge.hpp"

namespace crownbridge::hex {
namespace {

constexpr int kMostJudged = 15 * 15;    // cells: on a larger board, judging takes longer than it is worth,
constexpr int kMostRootJudged = 19 * 19;  // but for the root of a search
constexpr double kUnhurried = 0.2;        // that has so many seconds; with fewer, only boards
constexpr int kQuicklyJudged = 11 * 11;   // of so many cells are judged
constexpr std::uint32_t kManyVisits = 2048;  // from then on, a position takes note of one playout in eight
constexpr double kUnvisited = 0.05;     // by how much a move is taken to be worse than its position when nothing is known of it

// Whether the side to move has no move left that could win.
bool all_closed(Node& node) {
  return std::none_of(node.begin(), node.end(), [](const Edge& edge) { return edge.open() || edge.fate == Fate::Won; });
}

// The largest board to judge, in cells, when there is time for it.
int most_judged(const Root& root, int unhurried) {
  return root.most_seconds >= kUnhurried ? unhurried : kQuicklyJudged;
}

}  // namespace

Worker::Worker(Root& root, std::uint64_t number)
    : root_(root),
      habits_(root.evaluator.habits()),
      judge_after_(value_or_max(root.position.board().cells() <= most_judged(root, kMostJudged) ? root.options.judge_after
                                                                                         : std::nullopt)),
      random_(root.options.seed ^ root.position.key() ^ number << 32) {
  const auto batch = static_cast<std::size_t>(habits_.batch);
  ways_.assign(batch, Descent(root.position.board().size()));
  estimates_.resize(batch);
}

void Worker::open_root() {
  Tree& tree = root_.tree;
  Descent& way = ways_[0];
  start(way);
  if (!tree.after(tree.root())) {
    const Leaf leaf{&way.board, way.turn, -1, true};
    root_.evaluator.evaluate({&leaf, 1}, {estimates_.data(), 1}, random_);
    tree.grow(tree.root(), make_node(way.board, estimates_[0]));
  }
  Node& node = *tree.after(tree.root());
  way.nodes.push_back(&node);
  if (judges_root() && !node.judged.exchange(true)) judge_node(way, node);
}

bool Worker::judges_root() const {
  return root_.options.judge_after && root_.position.board().cells() <= most_judged(root_, kMostRootJudged);
}

bool Worker::iterate() {
  taken_ = 0;
  bool collided = false;
  for (int i = 0; i < habits_.batch && !collided; ++i) {
    if (root_.over.load(kRelaxed) || !root_.tree.root().open()) return evaluate(), false;
    if (root_.begun.fetch_add(1, kRelaxed) >= root_.most_iterations) return evaluate(), false;
    Descent& way = ways_[taken_];
    switch (descend(way)) {
      case End::Leaf: ++taken_; break;
      case End::Decided: break;
      case End::Collision:
        root_.begun.fetch_sub(1, kRelaxed);
        collided = true;
    }
  }
  evaluate();
  return true;
}

void Worker::start(Descent& way) {
  way.board = root_.position.board();
  way.turn = root_.position.turn();
  way.edges.assign(1, &root_.tree.root());
  way.nodes.clear();
  way.claimed = false;
}

Worker::End Worker::descend(Descent& way) {
  Tree& tree = root_.tree;
  start(way);
  tree.root().visits.fetch_add(1, kRelaxed);
  while (Node* const node = tree.after(*way.edges.back())) {
    way.nodes.push_back(node);
    Edge& edge = *way.edges.back();
    if (edge.count() >= judge_after_ && !node->judged.load(kRelaxed) && !node->judged.exchange(true))
      judge_node(way, *node);
    Edge* const best = edge.open() ? select(*node, edge) : nullptr;
    if (!best) {  // meanwhile decided
      finish(way, edge.fate == Fate::Won ? 1 : 0);
      return End::Decided;
    }
    best->visits.fetch_add(1, kRelaxed);
    way.edges.push_back(best);
    way.board.place(best->cell, way.turn);
    if (way.board.connected(way.turn)) {
      decide(way, Fate::Won);
      finish(way, 1);
      return End::Decided;
    }
    way.turn = other(way.turn);
  }
  Edge& leaf = *way.edges.back();
  if (!habits_.random && Tree::growing(leaf)) {
    take_back(way);
    return End::Collision;
  }
  way.claimed = leaf.count() >= static_cast<std::uint32_t>(habits_.expand_after) && !tree.full() && tree.claim(leaf);
  return End::Leaf;
}

// The move to look at next: one that did well, whose cell did well in playouts, or that has a high prior and few visits.
Edge* Worker::select(Node& node, const Edge& edge) const {
  const std::uint32_t visits = std::max(1U, edge.count());
  const auto drawn = static_cast<float>(habits_.exploration * std::sqrt(static_cast<double>(visits)));
  const auto unknown = static_cast<float>(1 - edge.sum() / visits - kUnvisited);
  const bool at_root = &edge == &root_.tree.root();
  Edge* best = nullptr;
  float most = -std::numeric_limits<float>::infinity();
  for (Edge& move : node.edges()) {
    if (move.fate.load(kRelaxed) != Fate::Open) continue;
    const auto n = static_cast<float>(move.count());
    const auto later = static_cast<float>(move.later_visits.load(kRelaxed));
    float worth = n > 0 ? static_cast<float>(move.sum()) / n : unknown;
    if (later > 0) {
      const float trust = later / (later + n + habits_.later_bias * later * n);
      worth += trust * (static_cast<float>(move.later_wins.load(kRelaxed)) / later - worth);
    }
    worth += drawn * move.prior / (1 + n);
    if (at_root && !root_.bias.empty()) worth += root_.bias[move.cell];
    if (worth > most) most = worth, best = &move;
  }
  return best;
}

void Worker::judge_node(Descent& way, Node& node) {
  const Judgement judgement = judge(way.board, way.turn);
  for (Edge& move : node.edges())
    if (move.open() && !std::binary_search(judgement.moves.begin(), judgement.moves.end(), move.cell)) {
      Fate open = Fate::Open;
      move.fate.compare_exchange_strong(open, Fate::Needless);
    }
  if (judgement.winner) decide(way, *judgement.winner == way.turn ? Fate::Lost : Fate::Won);
  else if (all_closed(node)) decide(way, Fate::Won);
}

// Sets the fate of the last move on the way, and of all before it that follow from that.
void Worker::decide(Descent& way, Fate fate) {
  for (std::size_t i = way.edges.size(); i-- > 0;) {
    way.edges[i]->fate = fate;
    if (i == 0) return;
    if (fate == Fate::Won) fate = Fate::Lost;
    else if (all_closed(*way.nodes[i - 1])) fate = Fate::Won;
    else return;
  }
}

// Undoes the visits of a descent.
void Worker::take_back(Descent& way) {
  for (Edge* const edge : way.edges) edge->visits.fetch_sub(1, kRelaxed);
  if (way.claimed) root_.tree.grow(*way.edges.back(), nullptr);
}

// Ends a visit: the value is that of the side that made the last move.
void Worker::finish(Descent& way, double value) {
  for (std::size_t i = way.edges.size(); i-- > 0; value = 1 - value) way.edges[i]->value.fetch_add(value, kRelaxed);
  root_.finished.fetch_add(1, kRelaxed);
}

// Two threads may write at the same time, and one of them in vain: that is rare, and no harm. Positions with many visits know
// enough of their cells; there, threads would only wait for each other's memory.
void Worker::note_owners(Descent& way, const Estimate& estimate) {
  Side turn = root_.position.turn();
  const Side winner = estimate.value > 0.5F ? way.turn : other(way.turn);
  for (std::size_t i = 0; i < way.nodes.size(); ++i, turn = other(turn)) {
    if (const std::uint32_t visits = way.edges[i]->count(); visits > kManyVisits && visits % 8) continue;
    const std::uint32_t won = winner == turn;
    const Stone own = stone(turn);
    for (Edge& move : way.nodes[i]->edges())
      if (estimate.owners[move.cell] == own) {
        move.later_visits.store(move.later_visits.load(kRelaxed) + 1, kRelaxed);
        move.later_wins.store(move.later_wins.load(kRelaxed) + won, kRelaxed);
      }
  }
}

// A node with all moves that could be of use; null when memory is used up.
Node* Worker::make_node(const Board& board, const Estimate& estimate) {
  const std::vector<float>& priors = estimate.priors;
  const Grid grid(board);
  moves_.clear();
  float sum = 0;
  grid.visit([&](int cell, int place) {
    if (grid.at(place) != Stone::None || kRingFacts.dead[grid.ring(place)]) return;
    moves_.push_back(static_cast<std::uint16_t>(cell));
    sum += priors[static_cast<std::size_t>(cell)];
  });
  Node* const node = root_.tree.make(static_cast<int>(moves_.size()));
  if (!node) return nullptr;
  for (std::size_t i = 0; i < moves_.size(); ++i) {
    Edge& move = node->begin()[i];
    move.cell = moves_[i];
    move.prior = sum > 0 ? priors[move.cell] / sum : 1.0F / static_cast<float>(moves_.size());
    if (!estimate.chances.empty()) move.foresee(estimate.chances[move.cell]);
  }
  return node;
}

// Has the leaves taken evaluated. Whatever is thrown, the tree is as if they had not been taken.
void Worker::evaluate() {
  if (!taken_) return;
  leaves_.clear();
  for (std::size_t i = 0; i < taken_; ++i) leaves_.push_back(ways_[i].leaf());
  try {
    root_.evaluator.evaluate(leaves_, {estimates_.data(), taken_}, random_);
  } catch (...) {
    for (std::size_t i = 0; i < taken_; ++i) take_back(ways_[i]);
    throw;
  }
  for (std::size_t i = 0; i < taken_; ++i) {
    Descent& way = ways_[i];
    const Estimate& estimate = estimates_[i];
    if (way.claimed) root_.tree.grow(*way.edges.back(), make_node(way.board, estimate));
    if (!estimate.owners.empty()) note_owners(way, estimate);
    finish(way, 1 - static_cast<double>(estimate.value));
  }
}

}  // namespace crownbridge::hex
