#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "checkers/board.hpp"
#include "checkers/score.hpp"

namespace crownbridge::checkers {

// A small quantized neural network as evaluation. All arithmetic is in integers, so that scores are the same on every
// machine.
//
// Its inputs are the states of overlapping patterns (an n-tuple network), seen from the back rank of the side to move.
// Every two adjacent rows have a left and a right pattern of 2x2 squares, each empty or with a man or king of either
// side. Every three adjacent rows have two patterns of 3x2 squares, in which only men count. Each state of a pattern is
// one sparse input with a row of weights; the first layer is the sum of one row per pattern. The second and third
// layers are selected by the number of pieces. Activations are clipped ReLUs (0 to 1), where kOne represents 1.
class Network {
 public:
  static constexpr int kPiecePatterns = 14, kPieceStates = 5 * 5 * 5 * 5;
  static constexpr int kManPatterns = 12, kManStates = 3 * 3 * 3 * 3 * 3 * 3;
  static constexpr int kPatterns = kPiecePatterns + kManPatterns;
  static constexpr int kInputs = kPiecePatterns * kPieceStates + kManPatterns * kManStates;
  static constexpr int kFirst = 64;
  static constexpr int kSecond = 32;
  static constexpr int kPhases = 4;      // by number of pieces: 1-6, 7-12, 13-18, 19-24
  static constexpr int kOne = 127;       // quantized activation of 1
  static constexpr int kFirstBits = 2;   // a weight of 1 in the first layer is quantized as kOne << kFirstBits
  static constexpr int kWeightBits = 8;  // a weight of 1 in the second and third layers is quantized as 1 << kWeightBits

  // Reads the bytes of a weights file. Throws OptionError if they are not valid.
  explicit Network(std::span<const std::byte> file);

  Score operator()(const Board& board) const;

  // Evaluates without SIMD instructions; the result is the same.
  Score portably(const Board& board) const;

 private:
  struct Weights {
    alignas(64) std::int16_t first[kInputs][kFirst];
    alignas(64) std::int16_t first_bias[kFirst];
    alignas(64) std::int16_t second[kPhases][kFirst / 2][kSecond][2];  // in pairs of inputs, as VPMADDWD expects them
    alignas(64) std::int32_t second_bias[kPhases][kSecond];
    alignas(64) std::int32_t third[kPhases][kSecond];
    std::int32_t third_bias[kPhases];
  };

  // The active (nonzero) inputs: the state of each pattern.
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
