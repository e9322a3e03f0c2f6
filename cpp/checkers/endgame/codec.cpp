#include "checkers/endgame/codec.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <stdexcept>

namespace crownbridge::checkers::endgame {
namespace {

constexpr int kLeastShift = 4, kMostShift = 15;
constexpr std::uint32_t kLongest = 1U << kMostShift;
constexpr std::size_t kBetweenPauses = std::size_t{1} << 20;
constexpr std::uint64_t kBytesInBlock = 48;  // on average: more are slower to walk over, fewer need more starts

// The lengths that a code may have: all short ones, then ever larger steps.
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

std::size_t longest_within(std::uint32_t length) {
  return static_cast<std::size_t>(std::upper_bound(kLength.begin(), kLength.end(), length) - kLength.begin()) - 1;
}

// How often each length was the longest to fit into a run of one value, and which of the lengths have a code.
struct Usage {
  std::array<std::uint64_t, kLengths> count{};
  std::array<bool, kLengths> coded{true};
  std::size_t best = 0;  // the length whose code would save most
  std::uint64_t saved = 0;

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

  std::uint64_t cost() const {
    std::array<std::uint32_t, kLengths> known;
    std::size_t size = 0;
    std::uint64_t bytes = 0;
    for (std::size_t i = 0; i < kLengths; ++i) {
      if (coded[i]) known[size++] = kLength[i];
      if (!count[i]) continue;
      std::uint32_t left = kLength[i];
      for (std::size_t k = size; left; left %= known[k]) bytes += count[i] * (left / known[--k]);
    }
    return bytes;
  }
};

template <class Visit>
void visit_runs(std::span<const Stored> values, Visit&& visit) {
  for (std::size_t i = 0; i < values.size();) {
    std::size_t end = i + 1;
    while (end < values.size() && values[end] == values[i]) ++end;
    visit(values[i], end - i);
    i = end;
  }
}

// The codes of one slice, and the encoder that uses them.
class Codes {
 public:
  Codes(std::span<const Stored> values, const std::function<void()>& pause) {
    std::map<Stored, Usage> usage;
    for (std::size_t first = 0; first < values.size(); first += kBetweenPauses) {
      const auto some = values.subspan(first, std::min(kBetweenPauses, values.size() - first));
      visit_runs(some, [&](Stored value, std::uint64_t length) {
        auto& count = usage[value].count;
        count[kLengths - 1] += length / kLongest;
        if (const auto rest = static_cast<std::uint32_t>(length % kLongest)) ++count[longest_within(rest)];
      });
      pause();
    }
    if (usage.size() > kCodes) throw std::length_error("a slice has more different values than there are codes");
    for (auto& entry : usage) entry.second.find_best();
    for (std::size_t left = kCodes - usage.size(); left; --left) {
      const auto worst = [](const auto& a, const auto& b) { return a.second.saved < b.second.saved; };
      const auto chosen = std::max_element(usage.begin(), usage.end(), worst);
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
    for (; code < kCodes; ++code) lengths_[code] = 1;  // never written; a length of 0 would be walked over for ever
  }

  void encode(std::span<const Stored> values, std::vector<std::uint8_t>& bytes) const {
    visit_runs(values, [&](Stored value, std::uint64_t length) {
      for (const auto& [step, code] : codes_.at(value))
        for (; length >= step; length -= step) bytes.push_back(code);
    });
  }

  // About how many there will be.
  std::uint64_t bytes() const { return bytes_; }

  void write(std::byte* to) const {
    std::memcpy(to, lengths_.data(), sizeof lengths_);
    std::memcpy(to + sizeof lengths_, values_.data(), sizeof values_);
  }

 private:
  std::array<std::uint16_t, kCodes> lengths_{};
  std::array<Stored, kCodes> values_{};
  std::uint64_t bytes_ = 0;
  std::map<Stored, std::vector<std::pair<std::uint32_t, std::uint8_t>>> codes_;  // by value, the longest first
};

void fill_any(std::span<Stored> values) {
  const auto first = std::find_if(values.begin(), values.end(), [](Stored value) { return value != kAny; });
  Stored last = first == values.end() ? Stored{0} : *first;
  for (Stored& value : values) {
    if (value == kAny) value = last;
    last = value;
  }
}

// The blocks that hold about kBytesInBlock bytes each.
int fitting_shift(std::uint64_t count, std::uint64_t bytes) {
  int shift = kLeastShift;
  while (shift < kMostShift && (bytes << (shift + 1)) / count <= kBytesInBlock) ++shift;
  return shift;
}

}  // namespace

Runs::Runs(std::span<const std::byte> body, std::uint64_t count, int shift)
    : lengths_(reinterpret_cast<const std::uint16_t*>(body.data())),
      values_(reinterpret_cast<const Stored*>(lengths_ + kCodes)),
      starts_(reinterpret_cast<const std::uint32_t*>(values_ + kCodes)),
      bytes_(reinterpret_cast<const std::uint8_t*>(starts_ + blocks(count, shift))),
      shift_(shift) {}

bool Runs::stay_inside(std::span<const std::byte> body, std::uint64_t count, int shift) {
  const Runs runs(body, count, shift);
  if (std::ranges::count(std::span(runs.lengths_, kCodes), 0)) return false;
  const std::uint64_t bytes = body.size() - least_bytes(count, shift), block = std::uint64_t{1} << shift;
  for (std::uint64_t first = 0; first < count; first += block) {
    std::uint64_t at = runs.starts_[first >> shift];
    if (at + block <= bytes) continue;  // a byte is at least one value
    for (std::uint64_t values = 0; values < std::min(block, count - first); values += runs.lengths_[runs.bytes_[at++]])
      if (at >= bytes) return false;
  }
  return true;
}

std::vector<Stored> Runs::decode(std::uint64_t count) const {
  std::vector<Stored> values;
  values.reserve(count);
  const std::uint64_t block = std::uint64_t{1} << shift_;
  for (std::uint64_t first = 0; first < count; first += block) {
    const std::uint64_t end = std::min(count, first + block);
    for (const std::uint8_t* at = bytes_ + starts_[first >> shift_]; values.size() < end; ++at)
      values.insert(values.end(), lengths_[*at], values_[*at]);
  }
  return values;
}

Encoded encode(std::span<Stored> values, const std::function<void()>& pause) {
  fill_any(values);
  const Codes codes(values, pause);
  const int shift = fitting_shift(values.size(), codes.bytes());
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
