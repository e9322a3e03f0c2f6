#pragma once

// Arithmetic of the network, compiled once for each instruction set. This header and its source include no C++ library, whose
// inline functions would otherwise be compiled for processors that the program does not run on.

#include <stddef.h>
#include <stdint.h>

namespace crownbridge::hex {

constexpr int kLanes = 16;          // floats of a vector
constexpr int kChannelBlock = 32;   // the number of channels is a multiple of this
constexpr int kStemWidth = 5;       // of the first convolution; the board has a border of edge stones of half this width
constexpr int kMaxBoards = 8;       // of a pass
constexpr int kMaxRows = 36;        // tiles of a pass with several boards, whose data stay in the cache of the second level
constexpr float kMaxActivation = 32'700;      // largest absolute value of a transformed activation
constexpr float kMaxWeightSum = 65'535 - 96;  // largest sum of absolute transformed weights before rounding
constexpr int kMaxChannels = 448;

// No sum of products overflows. Rounding adds at most a half to each weight and activation, and less than 2 to a sum of floats.
static_assert((static_cast<int64_t>(kMaxActivation) + 1) * (static_cast<int64_t>(kMaxWeightSum) + kMaxChannels / 2 + 2) <= INT32_MAX);

// The Winograd convolutions F(3x3, 3x3) and F(4x4, 3x3): a tile of cells is computed from a window that is two cells wider.
// Matrices are those of the interpolation points 0, 1, -1, 2 (and -2) and infinity.
template <int tile>
struct Winograd;

template <>
struct Winograd<3> {
  static constexpr int kWindow = 5;
  static constexpr float kFilter[5][3] = {
      {1.0F / 2, 0, 0}, {-1.0F / 2, -1.0F / 2, -1.0F / 2}, {-1.0F / 6, 1.0F / 6, -1.0F / 6}, {1.0F / 6, 1.0F / 3, 2.0F / 3}, {0, 0, 1}};
  static constexpr float kInput[5][5] = {{2, -1, -2, 1, 0}, {0, -2, -1, 1, 0}, {0, 2, -3, 1, 0}, {0, -1, 0, 1, 0}, {0, 2, -1, -2, 1}};
};

template <>
struct Winograd<4> {
  static constexpr int kWindow = 6;
  static constexpr float kFilter[6][3] = {{1.0F / 4, 0, 0},
                                          {-1.0F / 6, -1.0F / 6, -1.0F / 6},
                                          {-1.0F / 6, 1.0F / 6, -1.0F / 6},
                                          {1.0F / 24, 1.0F / 12, 1.0F / 6},
                                          {1.0F / 24, -1.0F / 12, 1.0F / 6},
                                          {0, 0, 1}};
  static constexpr float kInput[6][6] = {{4, 0, -5, 0, 1, 0},  {0, -4, -4, 1, 1, 0}, {0, 4, -4, -1, 1, 0},
                                         {0, -2, -1, 2, 1, 0}, {0, 2, -1, -2, 1, 0}, {0, 4, 0, -5, 0, 1}};
};

// A 3x3 convolution. Arrays are aligned to vectors, and weights are transformed.
struct ConvolutionView {
  const int16_t* weights;    // [block of outputs][position in the window][pair of inputs][output][2]
  const float* scales;       // [position in the window][output]: value of a unit of the sum of products
  const float* input_scales; // [position in the window]: units of an input of 1
  const float* bias;         // [output]
};

struct BlockView {
  ConvolutionView first, second;
  const float* pooled;  // [mean or maximum of a channel][output], or null
};

// The network, for boards whose side is covered by `tiles` tiles.
struct NetworkView {
  int channels, blocks, hidden;
  const float* stem;  // [row][column][own or opposing stone][output]
  const float* stem_bias;
  const BlockView* tower;
  const float* moves;
  float moves_bias;
  const float* hidden_weights;  // [mean or maximum of a channel][neuron]
  const float* hidden_bias;
  const float* value;
  float value_bias;
};

// Evaluates boards, int8[count][size][size]. Writes the value logits, float[count], and the policy logits, float[count][size * size].
// Results do not depend on the other boards. `scratch` has scratch_bytes() and is aligned to vectors.
struct ForwardPass {
  const NetworkView& network;
  int tile;  // 3 or 4
  int size, count;
  const int8_t* boards;
  float* values;
  float* logits;
  char* scratch;

  int tiles() const { return (size + tile - 1) / tile; }
  int stride() const { return tiles() * tile + 2; }  // side of the board with the cells around it that windows reach
  int rows() const { return count * tiles() * tiles(); }
  size_t plane() const { return static_cast<size_t>(stride() * stride() * network.channels); }  // floats of the activations of a board
  size_t window_rows() const { return static_cast<size_t>((tile + 2) * (tile + 2) * rows()); }
  size_t pooled() const { return static_cast<size_t>(2 * network.channels + network.hidden); }
  size_t scratch_bytes() const {
    return (2 * static_cast<size_t>(count) * plane() + pooled()) * sizeof(float) + window_rows() * (static_cast<size_t>(network.channels) * sizeof(int16_t) + kChannelBlock * sizeof(int32_t));
  }
};

namespace portable {
void run(const ForwardPass& pass);
}
namespace avx2 {
void run(const ForwardPass& pass);
}
namespace avx512 {
void run(const ForwardPass& pass);
}

}  // namespace crownbridge::hex
