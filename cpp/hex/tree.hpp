#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "hex/board.hpp"

namespace crownbridge::hex {

inline constexpr auto kRelaxed = std::memory_order_relaxed;

// MCTS-Solver status of a move, for the side that makes it.
enum class Fate : std::uint8_t {
  Open,  // not proven
  Won,
  Lost,
  Pruned,  // inferior, or outside the must-play region
};

// A move in the tree with its statistics, read and written by many threads without locks. A visit is counted when it starts,
// its value is added when it ends: in between, it acts as a virtual loss.
struct Edge {
  std::atomic<double> value = 0;  // sum of the values of all visits, for the side that makes the move
  std::atomic<std::uint32_t> visits = 0;
  std::atomic<std::uint32_t> rave_visits = 0;  // RAVE: playouts through the parent in which that side took the cell
  std::atomic<std::uint32_t> rave_wins = 0;    // RAVE: such playouts that the side won; or see set_network_value()
  std::atomic<std::uint32_t> child = 0;        // index of the child node
  float prior = 0;
  std::uint16_t cell = 0;
  std::atomic<Fate> fate = Fate::Open;

  Edge() = default;
  Edge(const Edge& that) { *this = that; }
  Edge& operator=(const Edge& that);

  std::uint32_t count() const { return visits.load(std::memory_order_relaxed); }
  double sum() const { return value.load(std::memory_order_relaxed); }
  bool open() const { return fate.load() == Fate::Open; }

  // Stores the network's value of the move in the place of its RAVE statistics.
  void set_network_value(float chance) {
    rave_visits.store(kNetworkVisits, std::memory_order_relaxed);
    rave_wins.store(static_cast<std::uint32_t>(chance * static_cast<float>(kNetworkVisits)), std::memory_order_relaxed);
  }

  // Returns the network's value, if there is one.
  std::optional<double> network_value() const {
    if (rave_visits.load(std::memory_order_relaxed) < kNetworkVisits) return std::nullopt;
    return static_cast<double>(rave_wins.load(std::memory_order_relaxed)) / kNetworkVisits;
  }

 private:
  static constexpr std::uint32_t kNetworkVisits = 1 << 30;  // more than the playouts of any move
};

static_assert(sizeof(Edge) == 32);

// A position in the tree; its moves follow it in memory.
struct alignas(32) Node {
  std::uint32_t count = 0;
  std::uint32_t parent = 0;       // during compaction: index of the parent
  std::uint32_t parent_edge = 0;  // during compaction: index of the parent's move that leads here
  bool kept = false;              // during compaction: the node stays
  std::atomic<bool> pruned = false;

  std::span<Edge> edges() { return {reinterpret_cast<Edge*>(this + 1), count}; }
  Edge* begin() { return edges().data(); }
  Edge* end() { return begin() + count; }
};

static_assert(sizeof(Node) == sizeof(Edge));

// The nodes of a search, in a memory pool of fixed size.
class Tree {
 public:
  explicit Tree(std::size_t megabytes);

  // The edge above the root, whose visits are those of the root.
  Edge& root() { return root_; }

  // Returns the child node of a move, or null if it is not expanded.
  Node* after(const Edge& edge) {
    const std::uint32_t place = edge.child.load(std::memory_order_acquire);
    return place == kNone || place == kGrowing ? nullptr : at(place);
  }

  // Claims a move for expansion by the calling thread. Returns false if another thread has claimed it.
  bool claim(Edge& edge);
  static bool growing(const Edge& edge) { return edge.child.load(std::memory_order_relaxed) == kGrowing; }

  // Allocates a node with `count` moves; returns null if the memory is full.
  Node* make(int count);

  // Publishes the child of a claimed move; null releases the claim.
  void grow(Edge& edge, Node* node);

  bool full() const { return full_.load(std::memory_order_relaxed); }
  double fullness() const { return static_cast<double>(used_.load()) / static_cast<double>(capacity_); }

  void clear();

  // Tree reuse: makes the child of a move the root, and frees all nodes outside its subtree.
  void keep_only(const Edge& edge);

 private:
  static constexpr std::uint32_t kNone = 0, kGrowing = 1;  // not indices of nodes: these start at 2

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
