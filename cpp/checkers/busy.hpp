#pragma once

#include <array>
#include <atomic>
#include <cstddef>

#include "checkers/board.hpp"

namespace crownbridge::checkers {

// The positions that threads are searching right now, so that others take another move first. It may forget one, or take
// one for another; then a thread only does in another order what it does anyway.
class Busy {
 public:
  // Marks a position for as long as it lives.
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

  bool has(Key key) const { return slots_[place(key)].load(std::memory_order_relaxed) == key; }

  // A mark that does nothing unless wanted.
  Mark mark(Key key, bool wanted) { return Mark(wanted ? &slots_[place(key)] : nullptr, key); }

 private:
  static constexpr std::size_t kSlots = 4096;
  static std::size_t place(Key key) { return static_cast<std::size_t>(key >> 20) % kSlots; }

  std::array<std::atomic<Key>, kSlots> slots_{};
};

}  // namespace crownbridge::checkers
