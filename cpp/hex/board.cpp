#include "hex/board.hpp"

#include <algorithm>
#include <memory>

#include "core/random.hpp"

namespace crownbridge::hex {
namespace {

// Neighbours of every cell for every board size.
struct Topology {
  std::array<std::unique_ptr<Neighbours[]>, kMaxSize + 1> by_size;

  Topology() {
    constexpr std::array<std::array<int, 2>, 6> kSteps{{{-1, 0}, {-1, 1}, {0, 1}, {1, 0}, {1, -1}, {0, -1}}};
    for (int size = 1; size <= kMaxSize; ++size) {
      const int cells = size * size;
      auto& table = by_size[static_cast<std::size_t>(size)];
      table = std::make_unique<Neighbours[]>(static_cast<std::size_t>(cells));
      for (int cell = 0; cell < cells; ++cell)
        for (std::size_t i = 0; i < kSteps.size(); ++i) {
          const int row = cell / size + kSteps[i][0], column = cell % size + kSteps[i][1];
          const int node = row < 0 ? cells : row >= size ? cells + 1 : column < 0 ? cells + 2
                           : column >= size ? cells + 3 : row * size + column;
          table[static_cast<std::size_t>(cell)][i] = static_cast<std::uint16_t>(node);
        }
    }
  }
};

const Topology kTopology;

struct Zobrist {
  std::array<std::array<Key, Move::kCodes>, 2> stone{};
  std::array<Key, kMaxSize + 1> size{};
  Key blue_to_move = 0;

  constexpr Zobrist() {
    Random random{0x627269646765};
    for (auto& by_cell : stone)
      for (Key& key : by_cell) key = random.next();
    for (Key& key : size) key = random.next();
    blue_to_move = random.next();
  }
};

constexpr Zobrist kZobrist;

}  // namespace

Key stone_key(Side side, Move cell) {
  return kZobrist.stone[static_cast<std::size_t>(side)][static_cast<std::size_t>(cell.code())];
}

Key size_key(int size) { return kZobrist.size[static_cast<std::size_t>(size)]; }

Key turn_key(Side side) { return side == Side::Blue ? kZobrist.blue_to_move : 0; }

Board::Board(int size)
    : size_(static_cast<std::uint16_t>(size)), key_(size_key(size)) {
  for (int node = 0; node < cells() + 4; ++node) {
    const Stone colour = node < cells() ? Stone::None : node < cells() + 2 ? Stone::Red : Stone::Blue;
    node_[static_cast<std::size_t>(node)] =
        static_cast<std::uint16_t>(node | static_cast<int>(colour) << kColourShift);
  }
}

Board& Board::operator=(const Board& that) {
  size_ = that.size_;
  stones_ = that.stones_;
  key_ = that.key_;
  std::copy_n(that.node_.begin(), cells() + 4, node_.begin());
  return *this;
}

const Neighbours& neighbours(int size, int cell) {
  return kTopology.by_size[static_cast<std::size_t>(size)][static_cast<std::size_t>(cell)];
}

int Board::root(int node) const {
  int parent;
  while ((parent = node_[static_cast<std::size_t>(node)] & kParent) != node) node = parent;
  return node;
}

// Find with path halving.
int Board::root_halving(int node) {
  while (true) {
    std::uint16_t& own = node_[static_cast<std::size_t>(node)];
    const std::uint16_t parent = own & kParent;
    if (parent == node) return node;
    const std::uint16_t grandparent = node_[parent] & kParent;
    own = static_cast<std::uint16_t>((own & ~kParent) | grandparent);
    node = grandparent;
  }
}

void Board::place(int cell, Side side) {
  const auto colour = static_cast<std::uint16_t>(static_cast<unsigned>(stone(side)) << kColourShift);
  const auto here = static_cast<std::size_t>(cell);
  node_[here] |= colour;
  // Union: the higher index becomes the root, so that edges, which are part of the largest chains, stay roots.
  int own = cell;
  for (const std::uint16_t neighbour : neighbours(cell)) {
    if ((node_[neighbour] & ~kParent) != colour) continue;
    const int theirs = root_halving(neighbour);
    if (theirs == own) continue;
    const auto [low, high] = std::minmax(own, theirs);
    node_[static_cast<std::size_t>(low)] = static_cast<std::uint16_t>(high | colour);
    own = high;
  }
  key_ ^= stone_key(side, move(cell));
  ++stones_;
}

bool Board::connected(Side side) const {
  const int edge = cells() + (side == Side::Red ? 0 : 2);
  return root(edge) == root(edge + 1);
}

bool Board::operator==(const Board& that) const {
  if (size_ != that.size_ || key_ != that.key_) return false;
  for (int cell = 0; cell < cells(); ++cell)
    if (at(cell) != that.at(cell)) return false;
  return true;
}

}  // namespace crownbridge::hex
