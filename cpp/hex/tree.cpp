#include "hex/tree.hpp"

#include <algorithm>
#include <new>

namespace crownbridge::hex {

Edge& Edge::operator=(const Edge& that) {
  value.store(that.value.load(kRelaxed), kRelaxed);
  visits.store(that.visits.load(kRelaxed), kRelaxed);
  rave_visits.store(that.rave_visits.load(kRelaxed), kRelaxed);
  rave_wins.store(that.rave_wins.load(kRelaxed), kRelaxed);
  child.store(that.child.load(kRelaxed), kRelaxed);
  prior = that.prior;
  cell = that.cell;
  fate.store(that.fate.load(kRelaxed), kRelaxed);
  return *this;
}

// The memory is not touched before it is used, so that a large pool is cheap.
Tree::Tree(std::size_t megabytes)
    : capacity_((megabytes << 20) / sizeof(Node)),
      memory_(static_cast<std::byte*>(::operator new(capacity_ * sizeof(Node), std::align_val_t{alignof(Node)}))) {}

void Tree::Free::operator()(std::byte* memory) const { ::operator delete(memory, std::align_val_t{alignof(Node)}); }

bool Tree::claim(Edge& edge) {
  std::uint32_t none = kNone;
  return edge.child.compare_exchange_strong(none, kGrowing, kRelaxed);
}

Node* Tree::make(int count) {
  const std::size_t need = 1 + static_cast<std::size_t>(count);
  std::size_t place = used_.load(kRelaxed);
  do {
    if (place + need > capacity_) {
      full_.store(true, kRelaxed);
      return nullptr;
    }
  } while (!used_.compare_exchange_weak(place, place + need, kRelaxed));
  Node* const node = new (at(static_cast<std::uint32_t>(place))) Node;
  node->count = static_cast<std::uint32_t>(count);
  for (Edge& edge : *node) new (&edge) Edge;
  return node;
}

void Tree::grow(Edge& edge, Node* node) {
  edge.child.store(node ? place_of(node) : kNone, std::memory_order_release);
}

void Tree::clear() {
  used_ = 2;
  full_ = false;
  root_ = Edge();
}

// Compacts the pool in one pass: a node lies after its parent in memory, so that it is known whether it stays when the pass
// reaches it.
void Tree::keep_only(const Edge& edge) {
  root_ = Edge(edge);
  const std::size_t end = used_;
  used_ = 2;
  full_ = false;
  if (!after(root_)) {
    root_.child.store(kNone, kRelaxed);
    return;
  }
  const auto first = root_.child.load(kRelaxed);
  at(first)->kept = true;
  std::size_t to = 2;
  for (std::size_t from = first; from < end;) {
    Node* node = at(static_cast<std::uint32_t>(from));
    const std::size_t length = 1 + node->count;
    if (node->kept) {
      const auto place = static_cast<std::uint32_t>(to);
      Edge& before = from == first ? root_ : at(node->parent)->begin()[node->parent_edge];
      before.child.store(place, kRelaxed);
      Node* const moved = at(place);
      if (moved != node) {
        moved->count = node->count;
        moved->pruned.store(node->pruned.load(kRelaxed), kRelaxed);
        std::copy(node->begin(), node->end(), moved->begin());
      }
      moved->kept = false;
      for (Edge& kept : *moved)
        if (Node* const child = after(kept)) {
          child->kept = true;
          child->parent = place;
          child->parent_edge = static_cast<std::uint32_t>(&kept - moved->begin());
        }
      to += length;
    }
    from += length;
  }
  used_ = to;
}

}  // namespace crownbridge::hex
