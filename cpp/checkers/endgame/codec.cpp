#include "checkers/endgame/codec.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <stdexcept>

namespace crownbridge::checkers::endgame {
namespace {

constexpr int kMinShift = 4, kMaxShift = 15;
constexpr std::uint32_t kLongest = 1U << kMaxShift;

// Run lengths that a code may have: all short ones, then geometrically growing ones.
constexpr std::size_t kLengths = 85;
const auto kLength = [] {
  std::array<std::uint32_t, kLengths> lengths{};
  double length = 0;
  for (auto& entry : lengths) {
    length = std::max(length + 1, length * 1.185);
    entry = static_cast<std::uint32_t>(length);
  }
  lengths.back() = kLongest;
  return lengths;
}();

// Returns the index of the longest run length that does not exceed `length`.
std::size_t longest_within(std::uint32_t length) {
  return static_cast<std::size_t>(std::upper_bound(kLength.begin(), kLength.end(), length) - kLength.begin()) - 1;
}

// Statistics of the runs of one value: how often each length is the longest that fits, and which lengths have a code.
struct Usage {
  std::array<std::uint64_t, kLengths> count{};
  std::array<bool, kLengths> coded{true};
  std::size_t best = 0;  // index of the length whose code would save most bytes
  std::uint64_t saved = 0;

  // Finds the length without a code that would save most bytes.
  void find_best() {
    const std::uint64_t now = cost();
    best = saved = 0;
    for (std::size_t i = 1; i < kLengths; ++i) {
      if (coded[i]) continue;
      coded[i] = true;
      if (const std::uint64_t gain = now - std::min(now, cost()); gain > saved) best = i, saved = gain;
      coded[i] = false;
    }
  }

  // Returns the number of bytes that all runs take with the current codes.
  std::uint64_t cost() const {
    std::array<std::uint32_t, kLengths> lengths;
    std::size_t size = 0;
    std::uint64_t bytes = 0;
    for (std::size_t i = 0; i < kLengths; ++i) {
      if (coded[i]) lengths[size++] = kLength[i];
      if (!count[i]) continue;
      std::uint32_t left = kLength[i];
      for (std::size_t k = size; left; left %= lengths[k]) bytes += count[i] * (left / lengths[--k]);
    }
    return bytes;
  }
};

// Calls visit(value, length) for every run of equal values.
template <class Visit>
void visit_runs(std::span<const StoredValue> values, Visit&& visit) {
  for (std::size_t i = 0; i < values.size();) {
    std::size_t end = i + 1;
    while (end < values.size() && values[end] == values[i]) ++end;
    visit(values[i], end - i);
    i = end;
  }
}

// The codes of a slice and the run-length encoder that uses them. Every value has a code for a run of one; the other
// codes are assigned greedily to the lengths that save most bytes.
class Codes {
 public:
  Codes(std::span<const StoredValue> values, const std::function<void()>& pause) {
    std::map<StoredValue, Usage> usage;
    for (std::size_t first = 0; first < values.size(); first += kBetweenPauses) {
      const auto some = values.subspan(first, std::min(kBetweenPauses, values.size() - first));
      visit_runs(some, [&](StoredValue value, std::uint64_t length) {
        auto& count = usage[value].count;
        count[kLengths - 1] += length / kLongest;
        if (const auto rest = static_cast<std::uint32_t>(length % kLongest)) ++count[longest_within(rest)];
      });
      pause();
    }
    if (usage.size() > kCodes) throw std::length_error("a slice has more different values than there are codes");
    for (auto& entry : usage) entry.second.find_best();
    for (std::size_t left = kCodes - usage.size(); left; --left) {
      const auto saves_less = [](const auto& a, const auto& b) { return a.second.saved < b.second.saved; };
      const auto chosen = std::max_element(usage.begin(), usage.end(), saves_less);
      if (chosen->second.saved == 0) break;
      chosen->second.coded[chosen->second.best] = true;
      chosen->second.find_best();
    }
    std::size_t code = 0;
    for (const auto& [value, used] : usage) {
      bytes_ += used.cost();
      auto& own = codes_[value];
      for (std::size_t i = 0; i < kLengths; ++i)
        if (used.coded[i]) {
          lengths_[code] = static_cast<std::uint16_t>(kLength[i]);
          values_[code] = value;
          own.insert(own.begin(), {kLength[i], static_cast<std::uint8_t>(code++)});
        }
    }
    for (; code < kCodes; ++code) lengths_[code] = 1;  // unused; a length of 0 would make a scan endless
  }

  void encode(std::span<const StoredValue> values, std::vector<std::uint8_t>& bytes) const {
    visit_runs(values, [&](StoredValue value, std::uint64_t length) {
      for (const auto& [step, code] : codes_.at(value))
        for (; length >= step; length -= step) bytes.push_back(code);
    });
  }

  // Estimated number of bytes of the encoded values.
  std::uint64_t bytes() const { return bytes_; }

  void write(std::byte* to) const {
    std::memcpy(to, lengths_.data(), sizeof lengths_);
    std::memcpy(to + sizeof lengths_, values_.data(), sizeof values_);
  }

 private:
  std::array<std::uint16_t, kCodes> lengths_{};
  std::array<StoredValue, kCodes> values_{};
  std::uint64_t bytes_ = 0;
  std::map<StoredValue, std::vector<std::pair<std::uint32_t, std::uint8_t>>> codes_;  // by value, in descending order of length
};

// Replaces don't-care values by the value before them, to make runs long.
void fill_dont_care(std::span<StoredValue> values) {
  const auto first = std::find_if(values.begin(), values.end(), [](StoredValue value) { return value != kDontCare; });
  StoredValue last = first == values.end() ? StoredValue{0} : *first;
  for (StoredValue& value : values) {
    if (value == kDontCare) value = last;
    last = value;
  }
}

// Returns the log2 of the block size for which an average block takes about `bytes_in_block` bytes.
int block_shift(std::uint64_t count, std::uint64_t bytes, std::uint64_t bytes_in_block) {
  int shift = kMinShift;
  while (shift < kMaxShift && (bytes << (shift + 1)) / count <= bytes_in_block) ++shift;
  return shift;
}

}  // namespace

Runs::Runs(std::span<const std::byte> body, std::uint64_t count, int shift)
    : lengths_(reinterpret_cast<const std::uint16_t*>(body.data())),
      values_(reinterpret_cast<const StoredValue*>(lengths_ + kCodes)),
      starts_(reinterpret_cast<const std::uint32_t*>(values_ + kCodes)),
      bytes_(reinterpret_cast<const std::uint8_t*>(starts_ + blocks(count, shift))),
      shift_(shift) {}

bool Runs::stays_in_bounds(std::span<const std::byte> body, std::uint64_t count, int shift) {
  const Runs runs(body, count, shift);
  if (std::ranges::count(std::span(runs.lengths_, kCodes), 0)) return false;
  const std::uint64_t bytes = body.size() - min_bytes(count, shift), block = std::uint64_t{1} << shift;
  for (std::uint64_t first = 0; first < count; first += block) {
    std::uint64_t at = runs.starts_[first >> shift];
    if (at + block <= bytes) continue;  // each byte encodes at least one value
    for (std::uint64_t values = 0; values < std::min(block, count - first); values += runs.lengths_[runs.bytes_[at++]])
      if (at >= bytes) return false;
  }
  return true;
}

std::vector<StoredValue> Runs::decode(std::uint64_t count) const {
  std::vector<StoredValue> values;
  values.reserve(count);
  const std::uint64_t block = std::uint64_t{1} << shift_;
  for (std::uint64_t first = 0; first < count; first += block) {
    const std::uint64_t end = std::min(count, first + block);
    for (const std::uint8_t* at = bytes_ + starts_[first >> shift_]; values.size() < end; ++at)
      values.insert(values.end(), lengths_[*at], values_[*at]);
  }
  return values;
}

Encoded encode(std::span<StoredValue> values, const std::function<void()>& pause, std::uint64_t bytes_in_block) {
  fill_dont_care(values);
  const Codes codes(values, pause);
  const int shift = block_shift(values.size(), codes.bytes(), bytes_in_block);
  std::vector<std::uint8_t> bytes;
  std::vector<std::uint32_t> starts;
  const std::size_t block = std::size_t{1} << shift;
  for (std::size_t first = 0; first < values.size(); first += block) {
    starts.push_back(static_cast<std::uint32_t>(bytes.size()));
    codes.encode(values.subspan(first, std::min(block, values.size() - first)), bytes);
    if (first % kBetweenPauses == 0) pause();
  }
  if (bytes.size() > std::numeric_limits<std::uint32_t>::max()) throw std::length_error("a slice is too long");
  constexpr std::size_t head = kCodes * 4;
  const std::size_t data = head + starts.size() * 4;
  Encoded encoded{std::vector<std::byte>((data + bytes.size() + 7) / 8 * 8), shift};
  codes.write(encoded.body.data());
  std::memcpy(encoded.body.data() + head, starts.data(), starts.size() * 4);
  std::memcpy(encoded.body.data() + data, bytes.data(), bytes.size());
  return encoded;
}

}  // namespace crownbridge::checkers::endgame
