#pragma once

#include <array>
#include <atomic>
#include <cstddef>

#include "checkers/board.hpp"

namespace crownbridge::checkers {

// Simplified ABDADA (Kerrigan): a hash table of the positions that threads are currently searching, so that other threads defer the
// moves that lead to them. A collision only changes the order in which a thread searches its moves.
class CurrentlySearching {
 public:
  // Marks a position as long as this object lives.
  class Mark {
   public:
    explicit Mark(std::atomic<Key>* slot, Key key) : slot_(slot) {
      if (slot_) slot_->store(key, std::memory_order_relaxed);
    }
    ~Mark() {
      if (slot_) slot_->store(0, std::memory_order_relaxed);
    }
    Mark(const Mark&) = delete;
    Mark& operator=(const Mark&) = delete;

   private:
    std::atomic<Key>* slot_;
  };

  bool has(Key key) const { return slots_[index(key)].load(std::memory_order_relaxed) == key; }

  // Returns a mark, which is empty unless `enabled`.
  Mark mark(Key key, bool enabled) { return Mark(enabled ? &slots_[index(key)] : nullptr, key); }

 private:
  static constexpr std::size_t kSlots = 4096;
  static std::size_t index(Key key) { return static_cast<std::size_t>(key >> 20) % kSlots; }

  std::array<std::atomic<Key>, kSlots> slots_{};
};

}  // namespace crownbridge::checkers
