#include "checkers/network.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <string>

#include "core/error.hpp"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace crownbridge::checkers {

namespace {

constexpr char kMagic[8] = {'c', 'r', 'o', 'w', 'n', 'n', 'e', '1'};

class Reader {
 public:
  explicit Reader(std::span<const std::byte> file) : rest_(file) {}

  template <class T>
  void read(T& target) {
    if (rest_.size() < sizeof(target)) throw OptionError("the network's weights end too early");
    std::memcpy(&target, rest_.data(), sizeof(target));
    rest_ = rest_.subspan(sizeof(target));
  }

  bool at_end() const { return rest_.empty(); }

 private:
  std::span<const std::byte> rest_;
};

// Sums must stay within 32 bits, whatever the activations: a bias and what is weighed may take half of that each.
constexpr std::int64_t kHalf = std::int64_t{1} << 30;

std::int64_t size_of(std::int32_t weight) { return std::abs(static_cast<std::int64_t>(weight)); }

// A sum in the third layer as a score.
Score score_of(std::int32_t sum) {
  return std::clamp(sum / (Network::kOne << Network::kWeightBits), -kMostEvaluation, kMostEvaluation);
}

}  // namespace

Network::Inputs::Inputs(const Board& board) {
  const bool turned = board.turn == Side::White;
  for (int whose = 0; whose < 2; ++whose)
    for (Bits left = board.pieces[static_cast<std::size_t>(whose ^ static_cast<int>(turned))]; left; left &= left - 1) {
      const Bits piece = left & -left;
      const int square = turned ? kSquares - 1 - square_of(piece) : square_of(piece);
      numbers[count++] = static_cast<std::uint8_t>(64 * whose + (board.kings & piece ? 32 : 0) + square);
    }
}

std::size_t Network::Inputs::phase() const { return (std::clamp<std::size_t>(count, 1, 24) - 1) / 6; }

Network::Network(std::span<const std::byte> file) {
  Reader reader(file);
  char magic[8];
  std::int32_t shape[4];
  reader.read(magic);
  reader.read(shape);
  if (std::memcmp(magic, kMagic, sizeof(magic)) != 0 || shape[0] != kInputs || shape[1] != kFirst || shape[2] != kSecond ||
      shape[3] != kPhases)
    throw OptionError("these are not the weights of a checkers network of this version");
  auto weights = std::make_shared<Weights>();
  reader.read(weights->first);
  reader.read(weights->first_bias);
  reader.read(weights->second);
  reader.read(weights->second_bias);
  reader.read(weights->third);
  reader.read(weights->third_bias);
  if (!reader.at_end()) throw OptionError("the network's weights are followed by something else");
  for (std::size_t phase = 0; phase < kPhases; ++phase) {
    std::int64_t weighed = 0, bias = size_of(weights->third_bias[phase]);
    for (int k = 0; k < kSecond; ++k) {
      weighed += kOne * size_of(weights->third[phase][k]);
      bias = std::max(bias, size_of(weights->second_bias[phase][k]));
    }
    if (weighed > kHalf || bias > kHalf) throw OptionError("the network's weights are too large");
  }
  weights_ = std::move(weights);
}

std::int32_t Network::output(const Weights& weights, const Inputs& inputs) {
  const std::size_t phase = inputs.phase();
  std::int16_t first[kFirst];
  std::memcpy(first, weights.first_bias, sizeof(first));
  for (const std::uint8_t input : inputs.set())
    for (int j = 0; j < kFirst; ++j) first[j] = static_cast<std::int16_t>(first[j] + weights.first[input][j]);
  for (std::int16_t& value : first) value = std::clamp<std::int16_t>(value, 0, kOne);
  std::int32_t second[kSecond];
  std::memcpy(second, weights.second_bias[phase], sizeof(second));
  for (int j = 0; j < kFirst; ++j)
    for (int k = 0; k < kSecond; ++k) second[k] += first[j] * weights.second[phase][j / 2][k][j % 2];
  std::int32_t third = weights.third_bias[phase];
  for (int k = 0; k < kSecond; ++k) third += std::clamp(second[k] >> kWeightBits, 0, kOne) * weights.third[phase][k];
  return third;
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) std::int32_t Network::output_by_avx2(const Weights& weights, const Inputs& inputs) {
  const std::size_t phase = inputs.phase();
  constexpr int kRegisters = kFirst / 16;
  __m256i first[kRegisters];
  for (int r = 0; r < kRegisters; ++r) first[r] = _mm256_load_si256(reinterpret_cast<const __m256i*>(weights.first_bias) + r);
  for (const std::uint8_t input : inputs.set()) {
    const auto* column = reinterpret_cast<const __m256i*>(weights.first[input]);
    for (int r = 0; r < kRegisters; ++r) first[r] = _mm256_add_epi16(first[r], _mm256_load_si256(column + r));
  }
  alignas(32) std::int32_t pairs[kFirst / 2];
  for (int r = 0; r < kRegisters; ++r) {
    const __m256i cut = _mm256_min_epi16(_mm256_max_epi16(first[r], _mm256_setzero_si256()), _mm256_set1_epi16(kOne));
    _mm256_store_si256(reinterpret_cast<__m256i*>(pairs) + r, cut);
  }
  constexpr int kSumRegisters = kSecond / 8;
  __m256i second[kSumRegisters];
  for (int r = 0; r < kSumRegisters; ++r)
    second[r] = _mm256_load_si256(reinterpret_cast<const __m256i*>(weights.second_bias[phase]) + r);
  for (int pair = 0; pair < kFirst / 2; ++pair) {
    const __m256i both = _mm256_set1_epi32(pairs[pair]);
    const auto* row = reinterpret_cast<const __m256i*>(weights.second[phase][pair]);
    for (int r = 0; r < kSumRegisters; ++r)
      second[r] = _mm256_add_epi32(second[r], _mm256_madd_epi16(both, _mm256_load_si256(row + r)));
  }
  __m256i third = _mm256_setzero_si256();
  for (int r = 0; r < kSumRegisters; ++r) {
    const __m256i whole = _mm256_srai_epi32(second[r], kWeightBits);
    const __m256i cut = _mm256_min_epi32(_mm256_max_epi32(whole, _mm256_setzero_si256()), _mm256_set1_epi32(kOne));
    third = _mm256_add_epi32(
        third, _mm256_mullo_epi32(cut, _mm256_load_si256(reinterpret_cast<const __m256i*>(weights.third[phase]) + r)));
  }
  __m128i sum = _mm_add_epi32(_mm256_castsi256_si128(third), _mm256_extracti128_si256(third, 1));
  sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0b01001110));
  sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0b10110001));
  return weights.third_bias[phase] + _mm_cvtsi128_si32(sum);
}
#endif

Score Network::operator()(const Board& board) const {
#if defined(__x86_64__)
  static const bool avx2 = __builtin_cpu_supports("avx2");
  if (avx2) return score_of(output_by_avx2(*weights_, Inputs(board)));
#endif
  return portably(board);
}

Score Network::portably(const Board& board) const { return score_of(output(*weights_, Inputs(board))); }

}  // namespace crownbridge::checkers
