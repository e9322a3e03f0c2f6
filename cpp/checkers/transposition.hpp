#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "checkers/board.hpp"
#include "checkers/score.hpp"

namespace crownbridge::checkers {

enum class Bound : std::uint8_t { None, Upper, Lower, Exact };

// Whether a score that is known as a bound answers a search within that window.
constexpr bool settles(Bound bound, Score score, Score alpha, Score beta) {
  return bound == Bound::Exact || (bound == Bound::Lower && score >= beta) || (bound == Bound::Upper && score <= alpha);
}

// What the search has found out about positions, shared by its threads without locks: an entry is two words, the first of
// which holds the key mixed with the second, so that one written by two threads at once is no entry for either key.
class TranspositionTable {
 public:
  static constexpr int kNoMove = 255;

  struct Entry {
    Score score = 0;       // as from_here() has it
    Score evaluation = 0;  // kInfinity where none was made
    int depth = 0;
    int move = kNoMove;    // its place in the order of generation
    Bound bound = Bound::None;
  };

  explicit TranspositionTable(std::size_t megabytes);
  ~TranspositionTable();
  TranspositionTable(const TranspositionTable&) = delete;
  TranspositionTable& operator=(const TranspositionTable&) = delete;

  // Forgets everything.
  void clear();

  // Begins a new search: what earlier ones left is replaced first.
  void age() { age_ = (age_ + 1) & 63; }

  // The entry of that key; its bound is None when there is none.
  Entry find(Key key) const;

  void store(Key key, const Entry& entry);

  void prefetch(Key key) const { __builtin_prefetch(&bucket(key)); }

  // How much of the table this search has filled, in thousandths.
  int fullness() const;

 private:
  struct Slot {
    std::atomic<std::uint64_t> check;
    std::atomic<std::uint64_t> word;
  };
  struct alignas(64) Bucket {
    Slot slots[4];
  };

  std::size_t bytes() const { return count_ * sizeof(Bucket); }

  Bucket& bucket(Key key) const {
    return buckets_[(key >> 32) * count_ >> 32];
  }

  std::size_t count_;
  Bucket* buckets_;
  unsigned age_ = 0;
};

}  // namespace crownbridge::checkers
