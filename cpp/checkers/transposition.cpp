#include "checkers/transposition.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <new>

namespace crownbridge::checkers {

namespace {

// Bit layout: score 16 | evaluation 16 | depth 8 | move 8 | bound 2 | age 6
std::uint64_t pack(const TranspositionTable::Entry& entry, unsigned age) {
  const auto bits = [](int value, int width) { return static_cast<std::uint64_t>(value) & ((1U << width) - 1); };
  return bits(entry.score, 16) | bits(entry.evaluation, 16) << 16 | bits(entry.depth, 8) << 32 | bits(entry.move, 8) << 40 |
         static_cast<std::uint64_t>(entry.bound) << 48 | static_cast<std::uint64_t>(age) << 50;
}

TranspositionTable::Entry unpack(std::uint64_t word) {
  return {static_cast<std::int16_t>(word), static_cast<std::int16_t>(word >> 16), static_cast<int>(word >> 32 & 255),
          static_cast<int>(word >> 40 & 255), static_cast<Bound>(word >> 48 & 3)};
}

constexpr unsigned age_of(std::uint64_t word) { return static_cast<unsigned>(word >> 50 & 63); }

}  // namespace

TranspositionTable::TranspositionTable(std::size_t megabytes)
    : count_(std::max<std::size_t>(megabytes, 1) * 1024 * 1024 / sizeof(Bucket)) {
  void* memory = mmap(nullptr, bytes(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  buckets_ = static_cast<Bucket*>(memory);
}

TranspositionTable::~TranspositionTable() { munmap(buckets_, bytes()); }

void TranspositionTable::clear() { std::memset(static_cast<void*>(buckets_), 0, bytes()); }

TranspositionTable::Entry TranspositionTable::find(Key key) const {
  for (const Slot& slot : bucket(key).slots) {
    const std::uint64_t word = slot.word.load(std::memory_order_relaxed);
    if ((slot.check.load(std::memory_order_relaxed) ^ word) == key && word) return unpack(word);
  }
  return {};
}

void TranspositionTable::store(Key key, const Entry& entry) {
  Slot* target = nullptr;
  int lowest = 1 << 20;
  for (Slot& slot : bucket(key).slots) {
    const std::uint64_t word = slot.word.load(std::memory_order_relaxed);
    if ((slot.check.load(std::memory_order_relaxed) ^ word) == key) {
      target = &slot;
      break;
    }
    // Replacement: the shallowest entry, those of earlier searches first.
    const int value = static_cast<int>(word >> 32 & 255) + (age_of(word) == age_ ? 256 : 0);
    if (value < lowest) lowest = value, target = &slot;
  }
  const std::uint64_t word = pack(entry, age_);
  target->check.store(key ^ word, std::memory_order_relaxed);
  target->word.store(word, std::memory_order_relaxed);
}

int TranspositionTable::fullness() const {
  const std::size_t sample = std::min<std::size_t>(count_, 250);
  std::size_t filled = 0;
  for (std::size_t i = 0; i < sample; ++i)
    for (const Slot& slot : buckets_[i].slots) {
      const std::uint64_t word = slot.word.load(std::memory_order_relaxed);
      filled += word && age_of(word) == age_;
    }
  return static_cast<int>(filled * 250 / sample);
}

}  // namespace crownbridge::checkers
