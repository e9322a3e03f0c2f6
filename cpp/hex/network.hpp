#pragma once

#include <array>
#include <cstdint>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hex/inference.hpp"

namespace crownbridge::hex {

// An array that is aligned to vectors, of zeros at first.
template <class T>
class AlignedArray {
 public:
  AlignedArray() = default;
  explicit AlignedArray(std::size_t count) : lines_((count * sizeof(T) + sizeof(Line) - 1) / sizeof(Line)) {}

  T* data() { return reinterpret_cast<T*>(lines_.data()); }
  const T* data() const { return reinterpret_cast<const T*>(lines_.data()); }
  std::size_t bytes() const { return lines_.size() * sizeof(Line); }
  bool empty() const { return lines_.empty(); }

 private:
  struct alignas(64) Line {
    std::byte bytes[64];
  };
  std::vector<Line> lines_;
};

// The policy and value network of training/hex. Thread-safe. Results are equal with all instruction sets, and do not depend on
// the boards that are evaluated together.
class Network {
 public:
  // Reads the content of a file that training/hex/export.py has written; throws std::invalid_argument if it is not one.
  // `instructions` is one of instruction_sets(); by default the first.
  explicit Network(std::string_view file, std::string_view instructions = {});

  // The instruction sets that this processor has, the fastest first.
  static std::vector<std::string> instruction_sets();

  // Evaluates boards of the side to move, which connects top and bottom, int8[count][size][size] with 1 for its stones and -1
  // for the opponent's. Writes its win chances, float[count], and the logits of its moves, float[count][size * size]. They are
  // 0.5 and 0 where the weights are so large that the result is not finite.
  void evaluate(const std::int8_t* boards, std::size_t count, int size, float* chances, float* logits) const;

 private:
  struct Convolution {
    std::vector<float> weights;  // [output][input][3][3]
    AlignedArray<float> bias;
  };

  // The weights transformed for one tile size, when it is first used.
  struct Prepared {
    std::once_flag once;
    std::vector<AlignedArray<std::int16_t>> weights;  // by convolution
    std::vector<AlignedArray<float>> scales;
    AlignedArray<float> input_scales;
    std::vector<BlockView> tower;
  };

  // Writes the logits of evaluate(), of win chances and moves, finite or not.
  void compute(const std::int8_t* boards, std::size_t count, int size, float* values, float* logits) const;
  template <int tile>
  const std::vector<BlockView>& tower() const;
  template <int tile>
  void transform(const Convolution& convolution, Prepared& prepared) const;

  void (*run_)(const ForwardPass&);
  int channels_ = 0, padded_ = 0, hidden_ = 0;  // padded_ is the number of channels with those that fill the last block
  AlignedArray<float> stem_, stem_bias_, moves_, hidden_weights_, hidden_bias_, value_;
  float moves_bias_ = 0, value_bias_ = 0;
  std::vector<Convolution> convolutions_;
  std::vector<AlignedArray<float>> pooled_;  // by block; empty without pooling
  mutable std::array<Prepared, 2> prepared_;
};

}  // namespace crownbridge::hex
