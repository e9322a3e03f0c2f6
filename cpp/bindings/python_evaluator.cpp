#include "bindings/python_evaluator.hpp"

#include <algorithm>
#include <cmath>

namespace crownbridge::bindings {

using namespace hex;

namespace {

constexpr float kMaxLogit = 1e6F;  // larger logits are rejected as invalid
constexpr float kLogitClip = 9;    // bound of logits, so that no move counts as certain

// Returns a cell from the view of a side: rows and columns are transposed for blue.
std::size_t cell_for(Side side, std::size_t cell, std::size_t size) {
  return side == Side::Red ? cell : cell % size * size + cell / size;
}

nb::ndarray<nb::numpy, std::int8_t> boards_of(std::span<const Leaf> leaves) {
  const auto size = static_cast<std::size_t>(leaves[0].board->size()), cells = size * size;
  auto* data = new std::int8_t[leaves.size() * cells]();
  nb::capsule owner(data, [](void* p) noexcept { delete[] static_cast<std::int8_t*>(p); });
  for (std::size_t i = 0; i < leaves.size(); ++i)
    for (std::size_t cell = 0; cell < cells; ++cell)
      if (const Stone there = leaves[i].board->at(static_cast<int>(cell)); there != Stone::None)
        data[i * cells + cell_for(leaves[i].turn, cell, size)] = there == stone(leaves[i].turn) ? 1 : -1;
  const std::size_t shape[] = {leaves.size(), size, size};
  return nb::ndarray<nb::numpy, std::int8_t>(data, 3, shape, owner);
}

// Converts a result of the evaluator to an array with `count` numbers from `least` to `most`. Raises ValueError if it
// is not one.
template <class Array>
Array convert_result(nb::handle result, const char* name, std::size_t count, double least, double most) {
  Array array;
  if (!nb::try_cast(result, array) || array.size() != count)
    throw nb::value_error(("the evaluator must return " + std::string(name) + " as a float32 array of " + std::to_string(count) +
                           " numbers, but returned " + nb::cast<std::string>(nb::repr(result)).substr(0, 60)).c_str());
  for (std::size_t i = 0; i < count; ++i)
    if (!(array.data()[i] >= least && array.data()[i] <= most))
      throw nb::value_error(("the evaluator returned " + std::string(name) + " out of range: " +
                             std::to_string(array.data()[i])).c_str());
  return array;
}

// Sets the win chance of each move, and as prior the softmax over the empty cells. Logits are by cell.
void read_moves(const Board& board, const std::vector<float>& logits, float temperature, Estimate& estimate) {
  const std::size_t cells = logits.size();
  estimate.priors.assign(cells, 0);
  estimate.chances.assign(cells, 0);
  const auto empty = [&](std::size_t cell) { return board.at(static_cast<int>(cell)) == Stone::None; };
  float most = -kMaxLogit;
  for (std::size_t cell = 0; cell < cells; ++cell)
    if (empty(cell)) most = std::max(most, logits[cell]);
  for (std::size_t cell = 0; cell < cells; ++cell) {
    if (!empty(cell)) continue;
    estimate.priors[cell] = std::exp((logits[cell] - most) / temperature);
    estimate.chances[cell] = 1 / (1 + std::exp(-std::clamp(logits[cell], -kLogitClip, kLogitClip)));
  }
}

}  // namespace

PythonEvaluator::~PythonEvaluator() {
  nb::gil_scoped_acquire held;
  evaluate_.reset();
}

void PythonEvaluator::evaluate(std::span<const Leaf> leaves, std::span<Estimate> estimates, Random&) const {
  using Values = nb::ndarray<const float, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
  using Logits = nb::ndarray<const float, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
  nb::gil_scoped_acquire held;
  const auto size = static_cast<std::size_t>(leaves[0].board->size()), cells = size * size;
  const nb::object result = evaluate_(boards_of(leaves));
  if (!nb::isinstance<nb::tuple>(result) || nb::len(result) != 2)
    throw nb::value_error("the evaluator must return a tuple of two arrays: win chances and logits");
  const auto values = convert_result<Values>(result[0], "chances", leaves.size(), 0, 1);
  const auto logits = convert_result<Logits>(result[1], "logits", leaves.size() * cells, -kMaxLogit, kMaxLogit);
  std::vector<float> own(cells);
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    estimates[i].value = values.data()[i];
    for (std::size_t cell = 0; cell < cells; ++cell)
      own[cell] = logits.data()[i * cells + cell_for(leaves[i].turn, cell, size)];
    read_moves(*leaves[i].board, own, temperature_, estimates[i]);
  }
}

}  // namespace crownbridge::bindings
