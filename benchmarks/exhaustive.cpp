// Solves every opening of a small Hex board by exhaustive search, without connections and patterns: only chains on the
// board and the reply to a threat of one stone are used.
//
//   exhaustive SIZE      prints the map of winning openings, and the number of positions

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

namespace {

using Stones = std::uint32_t;  // a bit for each cell, row by row

class Exhaustive {
 public:
  explicit Exhaustive(int size) : size_(size), cells_(size * size), known_(std::size_t{1} << kBits) {
    all_ = (Stones{1} << cells_) - 1;
    for (int i = 0; i < size; ++i) {
      top_ |= Stones{1} << i;
      left_ |= Stones{1} << i * size;
    }
    bottom_ = top_ << (cells_ - size);
    right_ = left_ << (size - 1);
  }

  // Return true if red wins with that cell as its first move.
  bool opening_wins(int cell) { return !mover_wins(0, Stones{1} << cell, false); }

  std::uint64_t positions = 0;

 private:
  static constexpr int kBits = 25;
  static constexpr int kMostCells = 25;
  static constexpr int kFar = 20;

  Stones beside(Stones set) const {
    const Stones inner = set & ~left_, outer = set & ~right_;
    return set << size_ | set >> size_ | inner >> 1 | outer << 1 | outer >> (size_ - 1) | inner << (size_ - 1);
  }

  // Return the stones of a side that are connected with those of the second set.
  Stones reach(Stones own, Stones reached) const {
    for (reached &= own;;) {
      const Stones more = own & (reached | beside(reached));
      if (more == reached) return reached;
      reached = more;
    }
  }

  // The cells next to a side's edge and to the chains that touch it.
  Stones border(Stones own, Stones edge) const { return edge | beside(reach(own, edge)); }

  // The empty cells where one stone completes a chain.
  Stones winning_cells(Stones own, Stones other, bool red) const {
    return all_ & ~(own | other) & border(own, red ? top_ : left_) & border(own, red ? bottom_ : right_);
  }

  // Adds, for every empty cell, the stones of a shortest chain through it.
  void add_distances(std::array<int, kMostCells>& sum, Stones own, Stones other, bool red) const {
    const Stones empty = all_ & ~(own | other);
    for (const Stones edge : {red ? top_ : left_, red ? bottom_ : right_}) {
      for (int& distance : sum) distance += kFar;
      Stones seen = 0;
      Stones next = border(own, edge) & empty;
      for (int distance = 1; next != 0; ++distance) {
        for (Stones left = next; left; left &= left - 1) sum[static_cast<std::size_t>(std::countr_zero(left))] += distance - kFar;
        seen |= next;
        next = (beside(next) | beside(reach(own, beside(next)))) & empty & ~seen;
      }
    }
  }

  // Short chains of both sides first, then the centre.
  std::pair<int, int> worth(const std::array<int, kMostCells>& distance, int cell) const {
    const int row = 2 * (cell / size_) - size_ + 1, column = 2 * (cell % size_) - size_ + 1;
    return {distance[static_cast<std::size_t>(cell)], row * row + column * column + row * column};
  }

  bool mover_wins(Stones own, Stones other, bool red) {
    if (winning_cells(own, other, red)) return true;
    const Stones threats = winning_cells(other, own, !red);
    if (threats & (threats - 1)) return false;
    const std::uint64_t key = std::uint64_t{own} << 32 | other << 1 | static_cast<unsigned>(red);
    const std::size_t slot = key * 0x9e3779b97f4a7c15 >> (64 - kBits);
    if (known_[slot] >> 1 == key) return known_[slot] & 1;
    ++positions;
    bool wins = false;
    if (threats) {
      wins = !mover_wins(other, own | threats, !red);
    } else {
      std::array<int, kMostCells> distance{};
      add_distances(distance, own, other, red);
      add_distances(distance, other, own, !red);
      std::vector<int> moves;
      for (Stones left = all_ & ~(own | other); left; left &= left - 1) moves.push_back(std::countr_zero(left));
      std::stable_sort(moves.begin(), moves.end(), [&](int a, int b) {
        return worth(distance, a) < worth(distance, b);
      });
      wins = std::any_of(moves.begin(), moves.end(), [&](int cell) { return !mover_wins(other, own | Stones{1} << cell, !red); });
    }
    known_[slot] = key << 1 | static_cast<unsigned>(wins);
    return wins;
  }

  int size_, cells_;
  Stones all_ = 0, top_ = 0, bottom_ = 0, left_ = 0, right_ = 0;
  std::vector<std::uint64_t> known_;  // a position and whether the side to move wins; the latest replaces others
};

}  // namespace

int main(int count, char** words) {
  const int size = count > 1 ? std::atoi(words[1]) : 0;
  if (size < 2 || size > 5) return std::fputs("usage: exhaustive SIZE (2 to 5)\n", stderr), 2;
  Exhaustive exhaustive(size);
  for (int cell = 0; cell < size * size; ++cell)
    std::printf("%c%s", exhaustive.opening_wins(cell) ? '*' : '.', cell % size == size - 1 ? "\n" : "");
  std::printf("%llu\n", static_cast<unsigned long long>(exhaustive.positions));
}
