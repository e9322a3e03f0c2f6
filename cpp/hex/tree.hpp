#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "hex/board.hpp"

namespace crownbridge::hex {

inline constexpr auto kRelaxed = std::memory_order_relaxed;

// What is known for certain of a move, from the view of the side that makes it.
enum class Fate : std::uint8_t {
  Open,      // nothing
  Won,
  Lost,
  Needless,  // another is as good, so it need not be tried
};

// A move in the tree, with what the search found of it. Many threads read and write it without locks. A visit counts from its
// beginning, its value is added at its end: until then it looks like a loss, which sends other visits elsewhere.
struct Edge {
  std::atomic<double> value = 0;  // the sum over all visits of the chance of the side that makes the move
  std::atomic<std::uint32_t> visits = 0;
  std::atomic<std::uint32_t> later_visits = 0;  // playouts from the position before it in which that side took the cell ...
  std::atomic<std::uint32_t> later_wins = 0;    // ... and won: whenever it did, as order hardly matters in Hex
  std::atomic<std::uint32_t> child = 0;         // where the node behind it is
  float prior = 0;
  std::uint16_t cell = 0;
  std::atomic<Fate> fate = Fate::Open;

  Edge() = default;
  Edge(const Edge& that) { *this = that; }
  Edge& operator=(const Edge& that);

  std::uint32_t count() const { return visits.load(std::memory_order_relaxed); }
  double sum() const { return value.load(std::memory_order_relaxed); }
  bool open() const { return fate.load() == Fate::Open; }

  // Takes note of the chance that the move has by an evaluator, as if many playouts had told it.
  void foresee(float chance) {
    later_visits.store(kForeseen, std::memory_order_relaxed);
    later_wins.store(static_cast<std::uint32_t>(chance * static_cast<float>(kForeseen)), std::memory_order_relaxed);
  }

  // That chance, if there is one.
  std::optional<double> foreseen() const {
    if (later_visits.load(std::memory_order_relaxed) < kForeseen) return std::nullopt;
    return static_cast<double>(later_wins.load(std::memory_order_relaxed)) / kForeseen;
  }

 private:
  static constexpr std::uint32_t kForeseen = 1 << 30;  // more playouts than a move is ever noted in
};

static_assert(sizeof(Edge) == 32);

// A position in the tree: the moves from there follow it in memory.
struct alignas(32) Node {
  std::uint32_t count = 0;
  std::uint32_t parent = 0;       // while the tree is pruned: where the node before it is, and which of its moves leads here
  std::uint32_t parent_edge = 0;
  bool kept = false;              // the same: whether it stays
  std::atomic<bool> judged = false;

  std::span<Edge> edges() { return {reinterpret_cast<Edge*>(this + 1), count}; }
  Edge* begin() { return edges().data(); }
  Edge* end() { return begin() + count; }
};

static_assert(sizeof(Node) == sizeof(Edge));

// The nodes of a search, in a pool of memory that is given out from its beginning and never grows.
class Tree {
 public:
  explicit Tree(std::size_t megabytes);

  // The move that led to the root, as it were: its visits are those of the root.
  Edge& root() { return root_; }

  // The node behind a move, or null when there is none yet.
  Node* after(const Edge& edge) {
    const std::uint32_t place = edge.child.load(std::memory_order_acquire);
    return place == kNone || place == kGrowing ? nullptr : at(place);
  }

  // Claims a move for one thread, which is then the only one that may grow a node behind it. False when another has it.
  bool claim(Edge& edge);
  static bool growing(const Edge& edge) { return edge.child.load(std::memory_order_relaxed) == kGrowing; }

  // A node with so many moves, or null when memory is used up; it belongs to the caller until it is given to `grow`.
  Node* make(int count);

  // Puts a node behind a claimed move, for all to see; null gives up the claim.
  void grow(Edge& edge, Node* node);

  bool full() const { return full_.load(std::memory_order_relaxed); }
  double fullness() const { return static_cast<double>(used_.load()) / static_cast<double>(capacity_); }

  void clear();

  // Makes a move's node the root and frees all that is not behind it.
  void keep_only(const Edge& edge);

 private:
  static constexpr std::uint32_t kNone = 0, kGrowing = 1;  // the first two places are given to no node

  struct Free {
    void operator()(std::byte* memory) const;
  };

  Node* at(std::uint32_t place) { return reinterpret_cast<Node*>(memory_.get()) + place; }
  std::uint32_t place_of(const Node* node) { return static_cast<std::uint32_t>(node - at(0)); }

  std::size_t capacity_;  // in units of a node
  std::unique_ptr<std::byte, Free> memory_;
  std::atomic<std::size_t> used_ = 2;
  std::atomic<bool> full_ = false;
  Edge root_;
};

}  // namespace crownbridge::hex
