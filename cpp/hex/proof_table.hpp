#pragma once

#include <array>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>

#include "hex/cells.hpp"

namespace crownbridge::hex {

inline constexpr std::uint32_t kInfinite = 1U << 30;

// How hard it looks to prove that the side to move wins (phi), and that it loses (delta). Zero is proven.
struct Bounds {
  std::uint32_t phi = 1, delta = 1;

  bool solved() const { return phi == 0 || delta == 0; }
  bool reaches(const Bounds& thresholds) const { return phi >= thresholds.phi || delta >= thresholds.delta; }
};

template <int W>
struct ProofEntry {
  static constexpr std::uint16_t kNoMove = 0xffff;

  std::uint64_t key = 0;
  Bounds bounds;
  std::uint32_t work = 0;  // positions looked into below this one; nothing is an empty entry
  std::uint16_t move = kNoMove;  // that wins, once that is proven
  Cells<W> moves;          // that need a try
  Cells<W> carrier;        // once solved, what the winner needs; before, what leaves no other moves
};

// Positions that were looked into. When there is no room, the one with the least work behind it goes.
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
    ProofEntry<W>* least = nullptr;
    for (ProofEntry<W>& there : bucket(entry.key)) {
      if (there.key == entry.key || there.work == 0) {
        there = entry;
        return;
      }
      if (least == nullptr || there.work < least->work) least = &there;
    }
    *least = entry;
  }

 private:
  static constexpr int kBucket = 4;
  using Bucket = std::array<ProofEntry<W>, kBucket>;

  Bucket& bucket(std::uint64_t key) const {
    return table_.get()[static_cast<std::size_t>((static_cast<unsigned __int128>(key) * buckets_) >> 64)];
  }

  std::size_t buckets_;
  std::unique_ptr<Bucket, decltype(&std::free)> table_;  // zeros are empty entries, and cost nothing until they are used
};

}  // namespace crownbridge::hex
