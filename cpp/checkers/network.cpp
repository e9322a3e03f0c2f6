#include "checkers/network.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <string>

#include "core/error.hpp"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace crownbridge::checkers {

namespace {

constexpr char kMagic[8] = {'c', 'r', 'o', 'w', 'n', 'n', 'e', '2'};

class Reader {
 public:
  explicit Reader(std::span<const std::byte> file) : rest_(file) {}

  template <class T>
  void read(T& target) {
    if (rest_.size() < sizeof(target)) throw OptionError("the network's weights are truncated");
    std::memcpy(&target, rest_.data(), sizeof(target));
    rest_ = rest_.subspan(sizeof(target));
  }

  bool at_end() const { return rest_.empty(); }

 private:
  std::span<const std::byte> rest_;
};

// Sums must not overflow 32 bits for any activations: the bias and the weighted sum may each take half of the range.
constexpr std::int64_t kHalf = std::int64_t{1} << 30;

std::int64_t size_of(std::int32_t weight) { return std::abs(static_cast<std::int64_t>(weight)); }

// Converts the output of the third layer to a score.
Score score_of(std::int32_t sum) {
  return std::clamp(sum / (Network::kOne << Network::kWeightBits), -kMaxEvaluation, kMaxEvaluation);
}

// Packs the 32 squares into 32 bits (a PEXT with the mask kAll): removes the unused bits between rows.
std::uint32_t squares_of(Bitboard bits) {
  return static_cast<std::uint32_t>((bits & 0xff) | (bits >> 1 & 0xff00) | (bits >> 2 & 0xff0000) | (bits >> 3 & 0xff000000));
}

// Contribution of the pieces of one kind in one row to the states of the two piece patterns and the two man patterns
// that start in that row, as four 16-bit numbers. Indexed by kind (own men, own kings, opponent's men, opponent's
// kings) and by the four bits of the row.
using RowStates = std::array<std::array<std::uint64_t, 16>, 4>;

constexpr int kManShift = 32, kRightShift = 16;

// Computes these contributions. A state has one digit per square, in base 5 for piece patterns and in base 3 for man
// patterns.
constexpr RowStates row_states(bool flipped) {
  RowStates states{};
  for (std::size_t kind = 0; kind < 4; ++kind)
    for (std::size_t row = 0; row < 16; ++row)
      for (std::size_t square = 0; square < 4; ++square) {
        if (!(row >> square & 1)) continue;
        const std::size_t column = flipped ? 3 - square : square;
        const std::uint64_t piece = (kind + 1) * (column % 2 ? 5 : 1);
        const std::uint64_t man = kind % 2 ? 0 : (kind / 2 + 1) * (column % 2 ? 3 : 1);
        states[kind][row] += (piece | man << kManShift) << (column < 2 ? 0 : kRightShift);
      }
  return states;
}

constexpr RowStates kRowStates[] = {row_states(false), row_states(true)};

}  // namespace

Network::Inputs::Inputs(const Board& board) {
  const bool flipped = board.turn == Side::White;
  const Bitboard own = board.pieces[flipped], theirs = board.pieces[!flipped];
  const std::uint32_t kinds[] = {squares_of(own & ~board.kings), squares_of(own & board.kings), squares_of(theirs & ~board.kings),
                                 squares_of(theirs & board.kings)};
  std::uint64_t rows[8] = {};
  for (int row = 0; row < 8; ++row)
    for (std::size_t kind = 0; kind < 4; ++kind)
      rows[row] += kRowStates[flipped][kind][kinds[kind] >> 4 * (flipped ? 7 - row : row) & 0xf];
  std::size_t pattern = 0;
  std::uint64_t first = 0;  // index of the pattern's first input
  const auto activate = [&](std::uint64_t left_and_right, std::uint64_t states) {
    active[pattern++] = static_cast<std::uint16_t>(first + (left_and_right & 0xffff));
    active[pattern++] = static_cast<std::uint16_t>(first + states + (left_and_right >> kRightShift & 0xffff));
    first += 2 * states;
  };
  for (int row = 0; row < 7; ++row) activate(rows[row] + 25 * rows[row + 1], kPieceStates);
  for (int row = 0; row < 6; ++row)
    activate((rows[row] >> kManShift) + 9 * (rows[row + 1] >> kManShift) + 81 * (rows[row + 2] >> kManShift), kManStates);
  phase = (static_cast<std::size_t>(std::clamp(std::popcount(own | theirs), 1, 24)) - 1) / 6;
}

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
  if (!reader.at_end()) throw OptionError("the network's weights are followed by extra bytes");
  for (std::size_t phase = 0; phase < kPhases; ++phase) {
    std::int64_t weighted_sum = 0, bias = size_of(weights->third_bias[phase]);
    for (int k = 0; k < kSecond; ++k) {
      weighted_sum += kOne * size_of(weights->third[phase][k]);
      bias = std::max(bias, size_of(weights->second_bias[phase][k]));
    }
    if (weighted_sum > kHalf || bias > kHalf) throw OptionError("the network's weights are too large");
  }
  weights_ = std::move(weights);
}

std::int32_t Network::output(const Weights& weights, const Inputs& inputs) {
  const std::size_t phase = inputs.phase;
  std::int16_t first[kFirst];
  std::memcpy(first, weights.first_bias, sizeof(first));
  for (const std::uint16_t input : inputs.active)
    for (int j = 0; j < kFirst; ++j) first[j] = static_cast<std::int16_t>(first[j] + weights.first[input][j]);
  for (std::int16_t& value : first) value = static_cast<std::int16_t>(std::clamp(value >> kFirstBits, 0, kOne));
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
  const std::size_t phase = inputs.phase;
  constexpr int kRegisters = kFirst / 16;
  __m256i first[kRegisters];
  for (int r = 0; r < kRegisters; ++r) first[r] = _mm256_load_si256(reinterpret_cast<const __m256i*>(weights.first_bias) + r);
  for (const std::uint16_t input : inputs.active) {
    const auto* row = reinterpret_cast<const __m256i*>(weights.first[input]);
    for (int r = 0; r < kRegisters; ++r) first[r] = _mm256_add_epi16(first[r], _mm256_load_si256(row + r));
  }
  alignas(32) std::int32_t pairs[kFirst / 2];
  for (int r = 0; r < kRegisters; ++r) {
    const __m256i sum = _mm256_srai_epi16(first[r], kFirstBits);
    const __m256i clipped = _mm256_min_epi16(_mm256_max_epi16(sum, _mm256_setzero_si256()), _mm256_set1_epi16(kOne));
    _mm256_store_si256(reinterpret_cast<__m256i*>(pairs) + r, clipped);
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
    const __m256i clipped = _mm256_min_epi32(_mm256_max_epi32(whole, _mm256_setzero_si256()), _mm256_set1_epi32(kOne));
    third = _mm256_add_epi32(
        third, _mm256_mullo_epi32(clipped, _mm256_load_si256(reinterpret_cast<const __m256i*>(weights.third[phase]) + r)));
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
