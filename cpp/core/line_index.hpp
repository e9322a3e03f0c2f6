#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace crownbridge {

// How a game ended, in the numbers of the files of an index.
enum class Ending : std::uint8_t { FirstSideWins, SecondSideWins, Drawn, Unfinished };

// Collects the positions of many games as 64-bit keys and sorts them, so that all games with a position can be found by
// binary search. Knows no rules: a game is the list of its keys.
class LineIndex {
 public:
  static constexpr int kPlyBits = 14;  // a place is the number of a game, then the ply in the lowest bits
  static constexpr std::size_t kMaxPlies = std::size_t{1} << kPlyBits;
  static constexpr std::size_t kMaxGames = std::size_t{1} << (32 - kPlyBits);
  static constexpr std::size_t kMaxName = 200;

  // A position in a game, with the low half of the key of the position after it, or 0 at the end of the game.
  struct Entry {
    std::uint64_t key;
    std::uint32_t next;
    std::uint32_t place;
    bool operator<(const Entry& that) const { return key != that.key ? key < that.key : place < that.place; }
  };

  // A game and its place in a file.
  struct Game {
    std::uint64_t begin;
    std::uint32_t length;
    std::array<std::uint32_t, 2> players;  // indices of names
    std::uint16_t plies;
    Ending ending;
  };

  std::size_t positions() const { return entries_.size(); }
  std::size_t games() const { return games_.size(); }
  bool is_full(std::size_t most_positions) const {
    return entries_.size() >= most_positions || games_.size() >= kMaxGames;
  }

  // Adds a game. The keys are changed by `seed`, which distinguishes games with equal keys. There must be room for it.
  void add(std::uint64_t begin, std::size_t length, Ending ending, std::string_view first, std::string_view second,
           std::uint64_t seed, std::span<const std::uint64_t> keys) {
    const auto game = static_cast<std::uint32_t>(games_.size() << kPlyBits);
    keys = keys.first(std::min(keys.size(), kMaxPlies));
    games_.push_back({begin, static_cast<std::uint32_t>(length), {name(first), name(second)},
                      static_cast<std::uint16_t>(keys.size() - 1), ending});
    for (std::size_t i = 0; i < keys.size(); ++i) {
      const std::uint32_t next = i + 1 < keys.size() ? static_cast<std::uint32_t>(keys[i + 1] ^ seed) : 0;
      entries_.push_back({keys[i] ^ seed, next, game | static_cast<std::uint32_t>(i)});
    }
  }

  const std::vector<Game>& all_games() const { return games_; }
  const std::vector<std::string>& names() const { return names_; }

  // Returns the entries in ascending order of keys, then of games: one pass by the highest bits of the keys, which are
  // evenly distributed, then a sort of each bucket.
  std::vector<Entry> sorted() const {
    constexpr int kBits = 16;
    std::vector<std::size_t> ends((std::size_t{1} << kBits) + 1);
    for (const Entry& entry : entries_) ++ends[(entry.key >> (64 - kBits)) + 1];
    for (std::size_t i = 1; i < ends.size(); ++i) ends[i] += ends[i - 1];
    std::vector<Entry> result(entries_.size());
    std::vector<std::size_t> next(ends.begin(), ends.end() - 1);
    for (const Entry& entry : entries_) result[next[entry.key >> (64 - kBits)]++] = entry;
    for (std::size_t i = 0; i + 1 < ends.size(); ++i)
      std::sort(result.begin() + static_cast<std::ptrdiff_t>(ends[i]), result.begin() + static_cast<std::ptrdiff_t>(ends[i + 1]));
    return result;
  }

  void clear() {
    entries_.clear();
    games_.clear();
    names_.clear();
    numbers_.clear();
  }

 private:
  std::uint32_t name(std::string_view text) {
    text = text.substr(0, kMaxName);
    const auto [found, is_new] = numbers_.try_emplace(std::string(text), static_cast<std::uint32_t>(names_.size()));
    if (is_new) names_.push_back(found->first);
    return found->second;
  }

  std::vector<Entry> entries_;
  std::vector<Game> games_;
  std::vector<std::string> names_;
  std::unordered_map<std::string, std::uint32_t> numbers_;
};

}  // namespace crownbridge
