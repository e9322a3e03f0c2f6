#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "checkers/board.hpp"
#include "checkers/score.hpp"

namespace crownbridge::checkers {

// A small neural network as evaluation, in whole numbers, so that it says the same on every machine.
//
// Its inputs are the pieces as the side to move sees them: own men, own kings, their men, their kings, each on 32 squares
// counted from its own back rank. The first layer is the sum of a column a piece. The layers after it are chosen by how
// many pieces are left. Activations are cut off at 0 and 1, which is kOne.
class Network {
 public:
  static constexpr int kInputs = 128;
  static constexpr int kFirst = 128;
  static constexpr int kSecond = 32;
  static constexpr int kPhases = 4;   // by piece count: 1-6, 7-12, 13-18, 19-24
  static constexpr int kOne = 127;    // an activation of 1
  static constexpr int kWeightBits = 8;  // a weight of 1 in the second and third layer is 1 << kWeightBits

  // From the bytes of a weights file; raises OptionError.
  explicit Network(std::span<const std::byte> file);

  Score operator()(const Board& board) const;

  // The same, by instructions that every processor has.
  Score portably(const Board& board) const;

 private:
  struct Weights {
    alignas(64) std::int16_t first[kInputs][kFirst];
    alignas(64) std::int16_t first_bias[kFirst];
    alignas(64) std::int16_t second[kPhases][kFirst / 2][kSecond][2];  // by pairs of inputs, as multiply-and-add wants them
    alignas(64) std::int32_t second_bias[kPhases][kSecond];
    alignas(64) std::int32_t third[kPhases][kSecond];
    std::int32_t third_bias[kPhases];
  };

  // The pieces as numbers of inputs.
  struct Inputs {
    std::uint8_t numbers[32];
    std::size_t count = 0;

    explicit Inputs(const Board& board);
    std::span<const std::uint8_t> set() const { return {numbers, count}; }
    std::size_t phase() const;
  };

  static std::int32_t output(const Weights& weights, const Inputs& inputs);
  static std::int32_t output_by_avx2(const Weights& weights, const Inputs& inputs);

  std::shared_ptr<const Weights> weights_;
};

}  // namespace crownbridge::checkers
