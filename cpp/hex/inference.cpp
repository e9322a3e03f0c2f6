#include "hex/inference.hpp"

#include <string.h>

#ifdef __AVX2__
#include <immintrin.h>
#endif

// The instruction set for which this file is compiled.
#ifndef CROWNBRIDGE_INSTRUCTIONS
#define CROWNBRIDGE_INSTRUCTIONS portable
#endif

namespace crownbridge::hex::CROWNBRIDGE_INSTRUCTIONS {
namespace {

// Vectors of the compiler, which it maps to those of the instruction set. Every operation on floats is rounded as written, so
// that results are equal on all processors.
using Floats = float __attribute__((vector_size(4 * kLanes), may_alias));
using Ints = int32_t __attribute__((vector_size(4 * kLanes), may_alias));
using Shorts = int16_t __attribute__((vector_size(2 * kLanes), may_alias));

constexpr float kRounder = 12'582'912;  // 1.5 * 2^23: the sum with a small number has its rounded value in the low bits

const Floats& floats(const float* at) { return *reinterpret_cast<const Floats*>(at); }
Floats& floats(float* at) { return *reinterpret_cast<Floats*>(at); }

void maximize(Floats& most, const Floats& x) { most = x > most ? x : most; }

float largest(const Floats& x) {
  float most = x[0];
  for (int i = 1; i < kLanes; ++i) most = x[i] > most ? x[i] : most;
  return most;
}

// Adds `rows` products of rows of `activations` with a block of 32 channels of the weights.
#if defined(__AVX512VNNI__)
constexpr int kRows = 12;

template <int rows>
void multiply_rows(const int16_t* activations, const int16_t* weights, int32_t* sums, int channels) {
  __m512i sum[rows][2];
#pragma GCC unroll 12
  for (int row = 0; row < rows; ++row) sum[row][0] = sum[row][1] = _mm512_setzero_si512();
  for (int k = 0; k < channels; k += 2, weights += 2 * kChannelBlock) {
    const __m512i low = _mm512_load_si512(weights), high = _mm512_load_si512(weights + kChannelBlock);
    __builtin_prefetch(weights + kChannelBlock * channels);  // the next position's
    __builtin_prefetch(weights + kChannelBlock * channels + kChannelBlock);
#pragma GCC unroll 12
    for (int row = 0; row < rows; ++row) {
      int32_t pair;
      memcpy(&pair, activations + row * channels + k, sizeof pair);
      const __m512i both = _mm512_set1_epi32(pair);
      asm("vpdpwssd %2, %1, %0" : "+v"(sum[row][0]) : "v"(both), "v"(low));  // with the intrinsic, GCC 12 spills the sums
      asm("vpdpwssd %2, %1, %0" : "+v"(sum[row][1]) : "v"(both), "v"(high));
    }
  }
#pragma GCC unroll 12
  for (int row = 0; row < rows; ++row) {
    _mm512_store_si512(sums + row * kChannelBlock, sum[row][0]);
    _mm512_store_si512(sums + row * kChannelBlock + kLanes, sum[row][1]);
  }
}
#elif defined(__AVX2__)
constexpr int kRows = 3;

template <int rows>
void multiply_rows(const int16_t* activations, const int16_t* weights, int32_t* sums, int channels) {
  __m256i sum[rows][4];
#pragma GCC unroll 3
  for (int row = 0; row < rows; ++row)
#pragma GCC unroll 4
    for (int part = 0; part < 4; ++part) sum[row][part] = _mm256_setzero_si256();
  for (int k = 0; k < channels; k += 2, weights += 2 * kChannelBlock) {
    const auto* const packed = reinterpret_cast<const __m256i*>(weights);
#pragma GCC unroll 3
    for (int row = 0; row < rows; ++row) {
      int32_t pair;
      memcpy(&pair, activations + row * channels + k, sizeof pair);
      const __m256i both = _mm256_set1_epi32(pair);
#pragma GCC unroll 4
      for (int part = 0; part < 4; ++part)
        sum[row][part] = _mm256_add_epi32(sum[row][part], _mm256_madd_epi16(both, _mm256_load_si256(packed + part)));
    }
  }
#pragma GCC unroll 3
  for (int row = 0; row < rows; ++row)
#pragma GCC unroll 4
    for (int part = 0; part < 4; ++part)
      _mm256_store_si256(reinterpret_cast<__m256i*>(sums + row * kChannelBlock + part * 8), sum[row][part]);
}
#else
constexpr int kRows = 1;

template <int rows>
void multiply_rows(const int16_t* activations, const int16_t* weights, int32_t* sums, int channels) {
  int32_t sum[kChannelBlock] = {};
  for (int k = 0; k < channels; k += 2, weights += 2 * kChannelBlock)
    for (int i = 0; i < kChannelBlock; ++i)
      sum[i] += activations[k] * weights[2 * i] + activations[k + 1] * weights[2 * i + 1];
  memcpy(sums, sum, sizeof sum);
}
#endif

// Calls multiply_rows() for a number of rows that is known at run time only.
template <int rows>
void multiply_remainder(int count, const int16_t* activations, const int16_t* weights, int32_t* sums, int channels) {
  if constexpr (rows > 0) {
    if (count == rows) multiply_rows<rows>(activations, weights, sums, channels);
    else multiply_remainder<rows - 1>(count, activations, weights, sums, channels);
  }
}

// Multiplies the transformed activations, [position][rows][channels], with the weights of a block of channels; one matrix product
// per position. The sums are [position][rows][kChannelBlock].
void multiply(const int16_t* activations, const int16_t* weights, int32_t* sums, int positions, int rows, int channels) {
  for (int position = 0; position < positions; ++position, weights += kChannelBlock * channels)
    for (int row = 0; row < rows; row += kRows) {
      const int at = position * rows + row, count = rows - row < kRows ? rows - row : kRows;
      multiply_remainder<kRows>(count, activations + at * channels, weights, sums + at * kChannelBlock, channels);
    }
}

// Transforms a row or column of a window: multiplies it with Winograd<tile>::kInput.
template <int tile>
[[gnu::always_inline]] inline void transform_input(const Floats* x, Floats* out) {
  const Floats &a = x[0], &b = x[1], &c = x[2], &d = x[3], &e = x[4];
  if constexpr (tile == 3) {
    const Floats difference = d - b, twice = b + b;
    out[0] = (a - c) + (a - c) + difference;
    out[1] = d - c - twice;
    out[2] = d - c + twice - (c + c);
    out[3] = difference;
    out[4] = twice - c - (d + d) + e;
  } else {
    const Floats &f = x[5], even = e - 4 * c, odd = d - 4 * b, near = e - c, far = 2 * (d - b);
    out[0] = 4 * a - 5 * c + e;
    out[1] = even + odd;
    out[2] = even - odd;
    out[3] = near + far;
    out[4] = near - far;
    out[5] = 4 * b - 5 * d + f;
  }
}

// Transforms a row or column of sums back to cells.
template <int tile>
[[gnu::always_inline]] inline void transform_output(const Floats* x, Floats* out) {
  const Floats &a = x[0], &b = x[1], &c = x[2], &d = x[3], &e = x[4];
  const Floats even = b + c, odd = b - c;
  if constexpr (tile == 3) {
    out[0] = a + even + d;
    out[1] = odd + 2 * d;
    out[2] = even + 4 * d + e;
  } else {
    const Floats far = d + e, difference = d - e;
    out[0] = a + even + far;
    out[1] = odd + 2 * difference;
    out[2] = even + 4 * far;
    out[3] = odd + 8 * difference + x[5];
  }
}

// The buffers of a pass, and its layers.
template <int tile>
class Pass {
 public:
  explicit Pass(const ForwardPass& pass)
      : pass_(pass),
        network_(pass.network),
        channels_(network_.channels),
        input_(reinterpret_cast<float*>(pass.scratch)),
        middle_(input_ + static_cast<size_t>(pass.count) * pass.plane()),
        sums_(reinterpret_cast<int32_t*>(middle_ + static_cast<size_t>(pass.count) * pass.plane())),
        activations_(reinterpret_cast<int16_t*>(sums_ + pass.window_rows() * kChannelBlock)),
        pooled_(reinterpret_cast<float*>(activations_ + pass.window_rows() * static_cast<size_t>(channels_))) {}

  void run() {
    memset(input_, 0, 2 * static_cast<size_t>(pass_.count) * pass_.plane() * sizeof(float));  // cells around the board stay 0
    for (int board = 0; board < pass_.count; ++board) stem(board);
    for (int i = 0; i < network_.blocks; ++i) {
      const BlockView& block = network_.tower[i];
      convolve(block.first, input_, middle_, false, !block.pooled);
      if (block.pooled)
        for (int board = 0; board < pass_.count; ++board) add_pooled(block.pooled, board_of(middle_, board));
      convolve(block.second, middle_, input_, true, true);
    }
    for (int board = 0; board < pass_.count; ++board) heads(board);
  }

 private:
  static constexpr int kWindow = Winograd<tile>::kWindow;

  float* board_of(float* planes, int board) const { return planes + static_cast<size_t>(board) * pass_.plane(); }
  int cell(int row, int column) const { return ((row + 1) * pass_.stride() + column + 1) * channels_; }

  // Calls a function with the offset of each cell in a plane.
  template <class Function>
  void for_each_cell(const Function& function) const {
    for (int row = 0; row < pass_.size; ++row)
      for (int column = 0; column < pass_.size; ++column) function(cell(row, column));
  }

  // The first convolution, over stones: it adds the weights of those in reach.
  void stem(int board) {
    const int8_t* const stones = pass_.boards + board * pass_.size * pass_.size;
    const int size = pass_.size, reach = kStemWidth / 2;
    for (int row = 0; row < size; ++row)
      for (int column = 0; column < size; ++column) {
        const float* taps[kStemWidth * kStemWidth];
        int count = 0;
        for (int i = 0; i < kStemWidth; ++i)
          for (int j = 0; j < kStemWidth; ++j) {
            const int y = row + i - reach, x = column + j - reach;
            const bool outside_y = y < 0 || y >= size, outside_x = x < 0 || x >= size;
            const int stone = outside_y && outside_x ? 0 : outside_y ? 1 : outside_x ? -1 : stones[y * size + x];
            if (stone) taps[count++] = network_.stem + ((i * kStemWidth + j) * 2 + (stone < 0)) * channels_;
          }
        float* const out = board_of(input_, board) + cell(row, column);
        for (int c = 0; c < channels_; c += kLanes) {
          Floats sum = floats(network_.stem_bias + c);
          for (int i = 0; i < count; ++i) sum += floats(taps[i] + c);
          floats(out + c) = sum > 0 ? sum : Floats{};
        }
      }
  }

  // A convolution. With a residual connection, its result is added to `out`.
  void convolve(const ConvolutionView& layer, float* in, float* out, bool residual, bool relu) {
    float largest_inputs[kMaxBoards];
    for (int board = 0; board < pass_.count; ++board) {
      largest_inputs[board] = largest_activation(board_of(in, board));
      gather(layer, board_of(in, board), largest_inputs[board], board);
    }
    constexpr int positions = kWindow * kWindow;
    for (int block = 0; block < channels_; block += kChannelBlock) {
      multiply(activations_, layer.weights + positions * block * channels_, sums_, positions, pass_.rows(), channels_);
      for (int board = 0; board < pass_.count; ++board) {
        float* const to = board_of(out, board);
        if (residual) scatter<true, true>(layer, block, board, largest_inputs[board], to);
        else if (relu) scatter<false, true>(layer, block, board, largest_inputs[board], to);
        else scatter<false, false>(layer, block, board, largest_inputs[board], to);
      }
    }
  }

  float largest_activation(const float* plane) const {
    Floats most = {};
    for_each_cell([&](int at) {
      for (int c = 0; c < channels_; c += kLanes) maximize(most, floats(plane + at + c));
    });
    return largest(most);
  }

  // Transforms the windows of a board to integers, scaled so that the largest possible value fits.
  void gather(const ConvolutionView& layer, const float* in, float largest_input, int board) {
    float scales[kWindow * kWindow];
    for (int i = 0; i < kWindow * kWindow; ++i) scales[i] = largest_input > 0 ? layer.input_scales[i] / largest_input : 0;
    const int tiles = pass_.tiles(), stride = pass_.stride(), rows = pass_.rows();
    for (int y = 0; y < tiles; ++y)
      for (int x = 0; x < tiles; ++x) {
        const float* const window = in + (y * stride + x) * tile * channels_;
        int16_t* const out = activations_ + ((board * tiles + y) * tiles + x) * channels_;
        for (int c = 0; c < channels_; c += kLanes) {
          Floats column[kWindow], columns[kWindow][kWindow], row[kWindow], values[kWindow];
#pragma GCC unroll 6
          for (int j = 0; j < kWindow; ++j) {
#pragma GCC unroll 6
            for (int i = 0; i < kWindow; ++i) column[i] = floats(window + (i * stride + j) * channels_ + c);
            transform_input<tile>(column, columns[j]);
          }
#pragma GCC unroll 6
          for (int i = 0; i < kWindow; ++i) {
#pragma GCC unroll 6
            for (int j = 0; j < kWindow; ++j) row[j] = columns[j][i];
            transform_input<tile>(row, values);
#pragma GCC unroll 6
            for (int j = 0; j < kWindow; ++j) {
              const Floats rounded = values[j] * scales[i * kWindow + j] + kRounder;
              *reinterpret_cast<Shorts*>(out + (i * kWindow + j) * rows * channels_ + c) =
                  __builtin_convertvector(reinterpret_cast<const Ints&>(rounded), Shorts);
            }
          }
        }
      }
  }

  // Transforms the sums of products of a block of channels back to cells of a board.
  template <bool residual, bool relu>
  void scatter(const ConvolutionView& layer, int block, int board, float largest_input, float* out) const {
    const int tiles = pass_.tiles(), rows = pass_.rows(), size = pass_.size;
    for (int y = 0; y < tiles; ++y)
      for (int x = 0; x < tiles; ++x)
        for (int c = 0; c < kChannelBlock; c += kLanes) {
          const int32_t* const sums = sums_ + ((board * tiles + y) * tiles + x) * kChannelBlock + c;
          const float* const scales = layer.scales + block + c;
          const Floats bias = floats(layer.bias + block + c);
          Floats column[kWindow], columns[kWindow][tile], row[kWindow], cells[tile];
#pragma GCC unroll 6
          for (int j = 0; j < kWindow; ++j) {
#pragma GCC unroll 6
            for (int i = 0; i < kWindow; ++i) {
              const int position = i * kWindow + j;
              column[i] = __builtin_convertvector(*reinterpret_cast<const Ints*>(sums + position * rows * kChannelBlock), Floats) *
                          floats(scales + position * channels_);
            }
            transform_output<tile>(column, columns[j]);
          }
          float* to = out + cell(y * tile, x * tile) + block + c;
#pragma GCC unroll 4
          for (int i = 0; i < tile; ++i, to += pass_.stride() * channels_) {
            if (y * tile + i >= size) break;
#pragma GCC unroll 6
            for (int j = 0; j < kWindow; ++j) row[j] = columns[j][i];
            transform_output<tile>(row, cells);
#pragma GCC unroll 4
            for (int j = 0; j < tile; ++j) {
              if (x * tile + j >= size) break;
              Floats value = cells[j] * largest_input + bias;
              if constexpr (residual) value += floats(to + j * channels_);
              if constexpr (relu) value = value > 0 ? value : Floats{};
              floats(to + j * channels_) = value;
            }
          }
        }
  }

  // Writes the mean and the maximum of every channel.
  void pool(const float* plane) {
    const auto cells = static_cast<float>(pass_.size * pass_.size);
    for (int c = 0; c < channels_; c += kLanes) {
      Floats sum = {}, most = floats(plane + cell(0, 0) + c);
      for_each_cell([&](int at) {
        sum += floats(plane + at + c);
        maximize(most, floats(plane + at + c));
      });
      floats(pooled_ + c) = sum / cells;
      floats(pooled_ + channels_ + c) = most;
    }
  }

  // Adds a linear function of the pooled channels to every cell, and applies ReLU.
  void add_pooled(const float* weights, float* plane) {
    pool(plane);
    for (int c = 0; c < channels_; c += kLanes) {
      Floats sum = {};
      for (int i = 0; i < 2 * channels_; ++i) sum += pooled_[i] * floats(weights + i * channels_ + c);
      for_each_cell([&](int at) {
        const Floats value = floats(plane + at + c) + sum;
        floats(plane + at + c) = value > 0 ? value : Floats{};
      });
    }
  }

  void heads(int board) {
    const float* const plane = board_of(input_, board);
    float* logit = pass_.logits + board * pass_.size * pass_.size;
    for_each_cell([&](int at) {
      Floats sum = {};
      for (int c = 0; c < channels_; c += kLanes) sum += floats(plane + at + c) * floats(network_.moves + c);
      *logit++ = total(sum) + network_.moves_bias;
    });
    pool(plane);
    Floats value = {};
    for (int h = 0; h < network_.hidden; h += kLanes) {
      Floats sum = floats(network_.hidden_bias + h);
      for (int i = 0; i < 2 * channels_; ++i) sum += pooled_[i] * floats(network_.hidden_weights + i * network_.hidden + h);
      value += (sum > 0 ? sum : Floats{}) * floats(network_.value + h);
    }
    pass_.values[board] = total(value) + network_.value_bias;
  }

  static float total(const Floats& x) {
    float sum = x[0];
    for (int i = 1; i < kLanes; ++i) sum += x[i];
    return sum;
  }

  const ForwardPass& pass_;
  const NetworkView& network_;
  int channels_;
  float* input_;   // activations before and after a block
  float* middle_;  // activations between the convolutions of a block
  int32_t* sums_;
  int16_t* activations_;
  float* pooled_;
};

}  // namespace

void run(const ForwardPass& pass) {
  if (pass.tile == 3) Pass<3>(pass).run();
  else Pass<4>(pass).run();
}

}  // namespace crownbridge::hex::CROWNBRIDGE_INSTRUCTIONS
