#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "checkers/board.hpp"
#include "checkers/score.hpp"

namespace crownbridge::checkers {

// A small neural network as evaluation, in integers, so that it gives the same scores on every machine.
//
// Its inputs are the states of overlapping patterns, seen from the back rank of the side to move. Every two adjacent rows
// have a left and a right pattern of 2x2 squares, each of which is empty or holds a man or a king of either side. Every
// three adjacent rows have two patterns of 3x2 squares, in which only men count. Each state of a pattern has a row of
// weights, and the first layer is the sum of one row for each pattern. The layers after it are chosen by the piece count.
// Activations are clipped to 0 and 1, which is kOne.
class Network {
 public:
  static constexpr int kPiecePatterns = 14, kPieceStates = 5 * 5 * 5 * 5;
  static constexpr int kManPatterns = 12, kManStates = 3 * 3 * 3 * 3 * 3 * 3;
  static constexpr int kPatterns = kPiecePatterns + kManPatterns;
  static constexpr int kInputs = kPiecePatterns * kPieceStates + kManPatterns * kManStates;
  static constexpr int kFirst = 64;
  static constexpr int kSecond = 32;
  static constexpr int kPhases = 4;      // by piece count: 1-6, 7-12, 13-18, 19-24
  static constexpr int kOne = 127;       // an activation of 1
  static constexpr int kFirstBits = 2;   // a weight of 1 in the first layer is kOne << kFirstBits
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

  // The inputs that are 1: one for each pattern, its state.
  struct Inputs {
    std::array<std::uint16_t, kPatterns> active;
    std::size_t phase;

    explicit Inputs(const Board& board);
  };

  static std::int32_t output(const Weights& weights, const Inputs& inputs);
  static std::int32_t output_by_avx2(const Weights& weights, const Inputs& inputs);

  std::shared_ptr<const Weights> weights_;
};

}  // namespace crownbridge::checkers
