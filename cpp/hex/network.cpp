#include "hex/network.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace crownbridge::hex {
namespace {

constexpr std::string_view kMagic = "hexnet 1";
constexpr int kMaxBlocks = 256, kMaxHidden = 1'024;
constexpr int kCheckedSize = 4;  // of the board that is evaluated when a network is read

[[noreturn]] void refuse(const char* why) { throw std::invalid_argument(why); }

int round_up(int count, int multiple) { return (count + multiple - 1) / multiple * multiple; }

// Converts a number in half precision.
float from_half(std::uint16_t half) {
  const int exponent = half >> 10 & 31, mantissa = half & 1023;
  if (exponent == 31) refuse("it contains a number that is not finite");
  const float value = std::ldexp(static_cast<float>(exponent ? mantissa + 1024 : mantissa), std::max(exponent, 1) - 25);
  return half >> 15 ? -value : value;
}

// Reads numbers in half precision, and two-dimensional arrays of them with columns added or exchanged with rows.
class Reader {
 public:
  explicit Reader(std::string_view data) : data_(data) {}

  std::uint32_t integer() {
    const std::string_view bytes = take(4);
    std::uint32_t value = 0;
    for (std::size_t i = 4; i-- > 0;) value = value << 8 | static_cast<std::uint8_t>(bytes[i]);
    return value;
  }

  int integer(const char* name, int least, int most) {
    const std::uint32_t value = integer();
    if (value < static_cast<std::uint32_t>(least) || value > static_cast<std::uint32_t>(most)) refuse(name);
    return static_cast<int>(value);
  }

  std::vector<float> numbers(int count) {
    const std::string_view bytes = take(2 * static_cast<std::size_t>(count));
    std::vector<float> numbers(static_cast<std::size_t>(count));
    for (std::size_t i = 0; i < numbers.size(); ++i)
      numbers[i] = from_half(static_cast<std::uint16_t>(static_cast<std::uint8_t>(bytes[2 * i]) |
                                                        static_cast<std::uint8_t>(bytes[2 * i + 1]) << 8));
    return numbers;
  }

  float number() { return numbers(1)[0]; }

  AlignedArray<float> aligned(int count, int padded) {
    AlignedArray<float> array(static_cast<std::size_t>(padded));
    std::ranges::copy(numbers(count), array.data());
    return array;
  }

  bool done() const { return data_.empty(); }

  std::string_view take(std::size_t count) {
    if (data_.size() < count) refuse("it is too short");
    const std::string_view bytes = data_.substr(0, count);
    data_.remove_prefix(count);
    return bytes;
  }

 private:
  std::string_view data_;
};

// Reads the weights of the mean and the maximum of every channel, and exchanges inputs and outputs.
AlignedArray<float> read_pooled(Reader& reader, int channels, int padded, int outputs, int padded_outputs) {
  const std::vector<float> weights = reader.numbers(2 * channels * outputs);
  AlignedArray<float> array(static_cast<std::size_t>(2 * padded * padded_outputs));
  for (int output = 0; output < outputs; ++output)
    for (int kind = 0; kind < 2; ++kind)
      for (int c = 0; c < channels; ++c)
        array.data()[(kind * padded + c) * padded_outputs + output] =
            weights[static_cast<std::size_t>((output * 2 + kind) * channels + c)];
  return array;
}

struct InstructionSet {
  const char* name;
  void (*run)(const ForwardPass&);
  bool available;
};

std::vector<InstructionSet> all_instruction_sets() {
  return {
#ifdef CROWNBRIDGE_INSTRUCTION_SETS
      {"avx512", avx512::run, __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vnni")},
      {"avx2", avx2::run, static_cast<bool>(__builtin_cpu_supports("avx2"))},
#endif
      {"portable", portable::run, true},
  };
}

// Returns the tile size with the fewest products.
int tile_for(int size) {
  const auto products = [&](int tile) { return (size + tile - 1) / tile * (tile + 2); };
  return products(3) < products(4) ? 3 : 4;
}

}  // namespace

std::vector<std::string> Network::instruction_sets() {
  std::vector<std::string> names;
  for (const InstructionSet& set : all_instruction_sets())
    if (set.available) names.emplace_back(set.name);
  return names;
}

Network::Network(std::string_view file, std::string_view instructions) {
  const auto sets = all_instruction_sets();
  const auto set = std::ranges::find_if(
      sets, [&](const InstructionSet& one) { return one.available && (instructions.empty() || one.name == instructions); });
  if (set == sets.end()) refuse("this processor does not have these instructions");
  run_ = set->run;

  Reader reader(file);
  if (reader.take(kMagic.size()) != kMagic) refuse("it does not begin as a network does");
  channels_ = reader.integer("its number of channels is wrong", 1, kMaxChannels);
  const int blocks = reader.integer("its number of blocks is wrong", 1, kMaxBlocks);
  const int pooled_every = reader.integer("its blocks with pooling are wrong", 1, kMaxBlocks);
  const int hidden = reader.integer("its number of hidden neurons is wrong", 1, kMaxHidden);
  padded_ = round_up(channels_, kChannelBlock);
  hidden_ = round_up(hidden, kLanes);

  constexpr int taps = kStemWidth * kStemWidth;
  const std::vector<float> stem = reader.numbers(channels_ * 2 * taps);
  stem_ = AlignedArray<float>(static_cast<std::size_t>(2 * taps * padded_));
  for (int output = 0; output < channels_; ++output)
    for (int side = 0; side < 2; ++side)
      for (int tap = 0; tap < taps; ++tap)
        stem_.data()[(tap * 2 + side) * padded_ + output] = stem[static_cast<std::size_t>((output * 2 + side) * taps + tap)];
  stem_bias_ = reader.aligned(channels_, padded_);
  for (int block = 0; block < blocks; ++block) {
    for (int i = 0; i < 2; ++i) {
      std::vector<float> weights = reader.numbers(channels_ * channels_ * 9);
      convolutions_.push_back({std::move(weights), reader.aligned(channels_, padded_)});
    }
    const bool pools = block % pooled_every == pooled_every - 1;
    pooled_.push_back(pools ? read_pooled(reader, channels_, padded_, channels_, padded_) : AlignedArray<float>());
  }
  moves_ = reader.aligned(channels_, padded_);
  moves_bias_ = reader.number();
  hidden_weights_ = read_pooled(reader, channels_, padded_, hidden, hidden_);
  hidden_bias_ = reader.aligned(hidden, hidden_);
  value_ = reader.aligned(hidden, hidden_);
  value_bias_ = reader.number();
  if (!reader.done()) refuse("it is too long");

  const std::vector<std::int8_t> empty(kCheckedSize * kCheckedSize);
  std::vector<float> outputs(1 + empty.size());
  compute(empty.data(), 1, kCheckedSize, outputs.data(), outputs.data() + 1);
  if (!std::ranges::all_of(outputs, [](float output) { return std::isfinite(output); }))
    refuse("its evaluation of an empty board is not finite");
}

// Transforms the weights of a convolution, and rounds them so that no sum of products overflows.
template <int tile>
void Network::transform(const Convolution& convolution, Prepared& prepared) const {
  using Transform = Winograd<tile>;
  constexpr int window = Transform::kWindow, positions = window * window;
  const auto count = static_cast<std::size_t>(positions * padded_);
  AlignedArray<std::int16_t> weights(count * static_cast<std::size_t>(padded_));
  AlignedArray<float> scales(count);
  std::vector<float> transformed(static_cast<std::size_t>(positions * channels_));  // of an output: [position][input]
  for (int output = 0; output < channels_; ++output) {
    for (int input = 0; input < channels_; ++input) {
      const float* const filter = &convolution.weights[static_cast<std::size_t>((output * channels_ + input) * 9)];
      float rows[window][3];
      for (int i = 0; i < window; ++i)
        for (int j = 0; j < 3; ++j) {
          const float* const factors = Transform::kFilter[i];
          rows[i][j] = factors[0] * filter[j] + factors[1] * filter[3 + j] + factors[2] * filter[6 + j];
        }
      for (int i = 0; i < window; ++i)
        for (int j = 0; j < window; ++j) {
          const float* const factors = Transform::kFilter[j];
          transformed[static_cast<std::size_t>((i * window + j) * channels_ + input)] =
              factors[0] * rows[i][0] + factors[1] * rows[i][1] + factors[2] * rows[i][2];
        }
    }
    for (int position = 0; position < positions; ++position) {
      const std::span row(&transformed[static_cast<std::size_t>(position * channels_)], static_cast<std::size_t>(channels_));
      float sum = 0, most = 0;
      for (const float weight : row) sum += std::abs(weight), most = std::max(most, std::abs(weight));
      const float unit = std::max(most / kMaxActivation, sum / kMaxWeightSum);
      scales.data()[position * padded_ + output] = unit / prepared.input_scales.data()[position];
      if (unit == 0) continue;
      std::int16_t* const block = weights.data() + (output / kChannelBlock * positions + position) * kChannelBlock * padded_;
      for (int input = 0; input < channels_; ++input)
        block[(input / 2 * kChannelBlock + output % kChannelBlock) * 2 + input % 2] =
            static_cast<std::int16_t>(std::lround(row[static_cast<std::size_t>(input)] / unit));
    }
  }
  prepared.weights.push_back(std::move(weights));
  prepared.scales.push_back(std::move(scales));
}

// Returns the tower with weights transformed for a tile size.
template <int tile>
const std::vector<BlockView>& Network::tower() const {
  using Transform = Winograd<tile>;
  constexpr int window = Transform::kWindow;
  Prepared& prepared = prepared_[tile - 3];
  std::call_once(prepared.once, [&] {
    // Activations are not negative, so that the largest input bounds each transformed value by the larger of the sums of the
    // positive and of the negative factors.
    prepared.input_scales = AlignedArray<float>(window * window);
    for (int i = 0; i < window; ++i)
      for (int j = 0; j < window; ++j) {
        float sums[2] = {};
        for (const float a : Transform::kInput[i])
          for (const float b : Transform::kInput[j]) sums[a * b < 0] += std::abs(a * b);
        prepared.input_scales.data()[i * window + j] = kMaxActivation / std::max(sums[0], sums[1]);
      }
    for (const Convolution& convolution : convolutions_) transform<tile>(convolution, prepared);
    const auto view = [&](std::size_t i) {
      return ConvolutionView{prepared.weights[i].data(), prepared.scales[i].data(), prepared.input_scales.data(),
                             convolutions_[i].bias.data()};
    };
    for (std::size_t i = 0; i < pooled_.size(); ++i)
      prepared.tower.push_back({view(2 * i), view(2 * i + 1), pooled_[i].empty() ? nullptr : pooled_[i].data()});
  });
  return prepared.tower;
}

void Network::compute(const std::int8_t* boards, std::size_t count, int size, float* values, float* logits) const {
  thread_local AlignedArray<char> scratch;
  const int tile = tile_for(size);
  const auto cells = static_cast<std::size_t>(size * size);
  const std::vector<BlockView>& blocks = tile == 3 ? tower<3>() : tower<4>();
  const NetworkView view{padded_,      static_cast<int>(blocks.size()), hidden_,        stem_.data(),           stem_bias_.data(),
                         blocks.data(), moves_.data(),                  moves_bias_,    hidden_weights_.data(), hidden_bias_.data(),
                         value_.data(), value_bias_};
  const int tiles = (size + tile - 1) / tile;
  const auto most = static_cast<std::size_t>(std::clamp(kMaxRows / (tiles * tiles), 1, kMaxBoards));
  for (std::size_t done = 0; done < count; done += most) {
    ForwardPass pass{view,          tile,                  size,   static_cast<int>(std::min(most, count - done)), boards + done * cells,
                     values + done, logits + done * cells, nullptr};
    if (scratch.bytes() < pass.scratch_bytes()) scratch = AlignedArray<char>(pass.scratch_bytes());
    pass.scratch = scratch.data();
    run_(pass);
  }
}

void Network::evaluate(const std::int8_t* boards, std::size_t count, int size, float* chances, float* logits) const {
  compute(boards, count, size, chances, logits);
  const auto finite = [](float number) { return std::isfinite(number) ? number : 0; };
  for (std::size_t i = 0; i < count; ++i) chances[i] = 1 / (1 + std::exp(-finite(chances[i])));
  std::transform(logits, logits + count * static_cast<std::size_t>(size * size), logits, finite);
}

}  // namespace crownbridge::hex
