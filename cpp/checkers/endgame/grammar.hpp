#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "checkers/endgame/codec.hpp"

// Grammar compression (Re-Pair, Larsson and Moffat) of a run-length-encoded slice: the most frequent pair of symbols is
// replaced by a new symbol, again and again. The first kCodes symbols are the codes of runs. A lookup skips whole
// symbols by their number of values and then descends into one of them.
namespace crownbridge::checkers::endgame {

// Random access to a grammar-compressed slice in a file or in memory.
class Grammar {
 public:
  static constexpr int kSymbolBits = 12;
  static constexpr std::size_t kMaxSymbols = std::size_t{1} << kSymbolBits;

  Grammar() = default;

  // Refers to a body that compress() has written, with `count` values in blocks of 2^shift. The body must outlive this
  // object and must have passed is_valid().
  Grammar(std::span<const std::byte> body, std::uint64_t count, int shift);

  // Returns true if no lookup reads outside the body and no symbol is longer than a block, even if bytes are corrupt.
  static bool is_valid(std::span<const std::byte> body, std::uint64_t count, int shift);

  // Returns the size of the smallest body for the given number of values.
  static std::uint64_t min_bytes(std::uint64_t count, int shift) {
    return kCodes * 4 + 4 + Runs::blocks(count, shift) * 4 + kPadding;
  }

  StoredValue operator[](std::uint64_t i) const {
    std::uint64_t at = starts_[i >> shift_];
    auto left = static_cast<std::uint32_t>(i & ((std::uint64_t{1} << shift_) - 1));
    std::uint32_t symbol = symbol_at(at);
    while (left >= lengths_[symbol]) {
      left -= lengths_[symbol];
      symbol = symbol_at(++at);
    }
    while (symbol >= kCodes) {
      const auto& [first, second] = rules_[symbol - kCodes];
      symbol = first;
      if (left >= lengths_[first]) left -= lengths_[first], symbol = second;
    }
    return values_[symbol];
  }

  // Returns all values.
  std::vector<StoredValue> decode(std::uint64_t count) const;

 private:
  friend Encoded compress(const Encoded& runs, std::uint64_t count, const std::function<void()>& pause);

  // The two symbols that a symbol stands for.
  using Rule = std::array<std::uint16_t, 2>;

  static constexpr std::size_t kPadding = 4;  // after the symbols, so that the last one can be read as part of a word

  static std::uint32_t rule_count(std::span<const std::byte> body) {
    std::uint32_t count;
    __builtin_memcpy(&count, body.data() + kCodes * 4, sizeof count);
    return count;
  }

  std::uint32_t symbol_at(std::uint64_t i) const {
    std::uint32_t word;
    __builtin_memcpy(&word, symbols_ + i * kSymbolBits / 8, sizeof word);
    return word >> (i % 2 * 4) & (kMaxSymbols - 1);
  }

  const StoredValue* values_ = nullptr;    // by code
  const std::uint32_t* starts_ = nullptr;  // by block, as indices of symbols
  const std::byte* symbols_ = nullptr;
  std::vector<std::uint32_t> lengths_;     // number of values by symbol
  std::vector<Rule> rules_;                // by symbol - kCodes
  int shift_ = 0;
};

// Number of bytes of run codes per block that suits compress().
inline constexpr std::uint64_t kRunBytesInGrammarBlock = 160;

// Compresses a slice that encode() has written. `pause` is called every few milliseconds and may throw to cancel.
Encoded compress(const Encoded& runs, std::uint64_t count, const std::function<void()>& pause = [] {});

}  // namespace crownbridge::checkers::endgame
