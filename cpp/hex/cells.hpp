#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace crownbridge::hex {

// A bitset of W words for cells of a board or other small numbers.
template <int W>
class Cells {
 public:
  constexpr Cells() = default;

  static constexpr Cells of(int cell) {
    Cells one;
    one.add(cell);
    return one;
  }

  // Returns the set of 0 to count - 1.
  static constexpr Cells below(int count) {
    Cells all;
    for (std::size_t i = 0; i < W; ++i, count -= 64)
      all.words_[i] = count >= 64 ? ~std::uint64_t{0} : count > 0 ? (std::uint64_t{1} << count) - 1 : 0;
    return all;
  }

  constexpr void add(int cell) { word(cell) |= bit(cell); }
  constexpr void remove(int cell) { word(cell) &= ~bit(cell); }
  constexpr bool has(int cell) const { return (words_[static_cast<std::size_t>(cell >> 6)] & bit(cell)) != 0; }

  constexpr bool none() const {
    std::uint64_t any = 0;
    for (const auto word : words_) any |= word;
    return any == 0;
  }
  constexpr bool any() const { return !none(); }

  constexpr bool intersects(const Cells& that) const { return ((*this) & that).any(); }
  constexpr bool is_subset_of(const Cells& that) const { return (*this - that).none(); }

  constexpr int count() const {
    int sum = 0;
    for (const auto word : words_) sum += std::popcount(word);
    return sum;
  }

  constexpr int first() const {  // the set must not be empty
    std::size_t i = 0;
    while (words_[i] == 0) ++i;
    return static_cast<int>(i) * 64 + std::countr_zero(words_[i]);
  }

  constexpr Cells operator&(const Cells& that) const { return combine(that, [](auto a, auto b) { return a & b; }); }
  constexpr Cells operator|(const Cells& that) const { return combine(that, [](auto a, auto b) { return a | b; }); }
  constexpr Cells operator-(const Cells& that) const { return combine(that, [](auto a, auto b) { return a & ~b; }); }
  constexpr Cells& operator&=(const Cells& that) { return *this = *this & that; }
  constexpr Cells& operator|=(const Cells& that) { return *this = *this | that; }
  constexpr Cells& operator-=(const Cells& that) { return *this = *this - that; }
  constexpr bool operator==(const Cells&) const = default;

  // Calls visit(cell) for all elements in ascending order.
  template <class Visit>
  constexpr void each(Visit visit) const {
    for (std::size_t i = 0; i < W; ++i)
      for (std::uint64_t left = words_[i]; left != 0; left &= left - 1)
        visit(static_cast<int>(i) * 64 + std::countr_zero(left));
  }

 private:
  static constexpr std::uint64_t bit(int cell) { return std::uint64_t{1} << (cell & 63); }
  constexpr std::uint64_t& word(int cell) { return words_[static_cast<std::size_t>(cell >> 6)]; }

  template <class Operation>
  constexpr Cells combine(const Cells& that, Operation operation) const {
    Cells result;
    for (std::size_t i = 0; i < W; ++i) result.words_[i] = operation(words_[i], that.words_[i]);
    return result;
  }

  std::array<std::uint64_t, W> words_{};
};

// Calls `visit` with the number of words for the cells of a board and two edges, as an integral constant.
template <class Visit>
decltype(auto) with_width(int size, Visit visit) {
  const int nodes = size * size + 2;
  if (nodes <= 64) return visit(std::integral_constant<int, 1>{});   // up to 7x7
  if (nodes <= 128) return visit(std::integral_constant<int, 2>{});  // 11x11
  if (nodes <= 256) return visit(std::integral_constant<int, 4>{});  // 15x15
  if (nodes <= 384) return visit(std::integral_constant<int, 6>{});  // 19x19
  return visit(std::integral_constant<int, 11>{});
}

}  // namespace crownbridge::hex
