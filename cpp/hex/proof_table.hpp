#pragma once

#include <array>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>

#include "hex/cells.hpp"

namespace crownbridge::hex {

inline constexpr std::uint32_t kInfinite = 1U << 30;

// Proof number (phi) and disproof number (delta) for the side to move: estimates of the effort to prove that it wins
// or loses. Zero means proven.
struct ProofNumbers {
  std::uint32_t phi = 1, delta = 1;

  bool solved() const { return phi == 0 || delta == 0; }
  bool reach(const ProofNumbers& thresholds) const { return phi >= thresholds.phi || delta >= thresholds.delta; }
};

template <int W>
struct ProofEntry {
  static constexpr std::uint16_t kNoMove = 0xffff;

  std::uint64_t key = 0;
  ProofNumbers numbers;
  std::uint32_t work = 0;  // nodes expanded below this one; 0 for an empty entry
  std::uint16_t move = kNoMove;  // winning move, if proven
  Cells<W> moves;          // must-play region
  Cells<W> carrier;        // carrier of the proof if solved, otherwise of the threats that define the must-play region
};

// Transposition table of df-pn search. A full bucket replaces the entry with the least work.
template <int W>
class ProofTable {
 public:
  explicit ProofTable(std::size_t megabytes)
      : buckets_((megabytes << 20) / sizeof(Bucket)),
        table_(static_cast<Bucket*>(std::calloc(buckets_, sizeof(Bucket))), &std::free) {
    if (table_ == nullptr) throw std::bad_alloc();
  }

  const ProofEntry<W>* find(std::uint64_t key) const {
    for (const ProofEntry<W>& entry : bucket(key))
      if (entry.key == key && entry.work != 0) return &entry;
    return nullptr;
  }

  void store(const ProofEntry<W>& entry) {
    ProofEntry<W>* victim = nullptr;
    for (ProofEntry<W>& slot : bucket(entry.key)) {
      if (slot.key == entry.key || slot.work == 0) {
        slot = entry;
        return;
      }
      if (victim == nullptr || slot.work < victim->work) victim = &slot;
    }
    *victim = entry;
  }

 private:
  static constexpr int kBucket = 4;
  using Bucket = std::array<ProofEntry<W>, kBucket>;

  Bucket& bucket(std::uint64_t key) const {
    return table_.get()[key % buckets_];
  }

  std::size_t buckets_;
  std::unique_ptr<Bucket, decltype(&std::free)> table_;  // zeroed pages are empty entries, and are allocated lazily
};

}  // namespace crownbridge::hex
