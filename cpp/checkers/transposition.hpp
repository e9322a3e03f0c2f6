#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "checkers/board.hpp"
#include "checkers/score.hpp"

namespace crownbridge::checkers {

enum class Bound : std::uint8_t { None, Upper, Lower, Exact };

// Returns true if a score with that bound causes a cutoff in a window.
constexpr bool settles(Bound bound, Score score, Score alpha, Score beta) {
  return bound == Bound::Exact || (bound == Bound::Lower && score >= beta) || (bound == Bound::Upper && score <= alpha);
}

// Lockless transposition table (Hyatt and Mann): an entry is two words, the first of which is the key XOR the second, so
// that an entry torn by two threads matches neither key.
class TranspositionTable {
 public:
  static constexpr int kNoMove = 255;

  struct Entry {
    Score score = 0;       // relative to this position, as from_here() returns it
    Score evaluation = 0;  // static evaluation; kInfinity if there is none
    int depth = 0;
    int move = kNoMove;    // index in the order of generation
    Bound bound = Bound::None;
  };

  explicit TranspositionTable(std::size_t megabytes);
  ~TranspositionTable();
  TranspositionTable(const TranspositionTable&) = delete;
  TranspositionTable& operator=(const TranspositionTable&) = delete;

  void clear();

  // Starts a new generation: entries of older ones are replaced first.
  void age() { age_ = (age_ + 1) & 63; }

  // Returns the entry of a key; its bound is None if there is none.
  Entry find(Key key) const;

  void store(Key key, const Entry& entry);

  void prefetch(Key key) const { __builtin_prefetch(&bucket(key)); }

  // Share of the table that the current search has filled, in permille.
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
