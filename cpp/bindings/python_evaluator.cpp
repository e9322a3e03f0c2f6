#include "bindings/python_evaluator.hpp"

#include <string>

#include "hex/leaf_view.hpp"

namespace crownbridge::bindings {

using namespace hex;

namespace {

constexpr float kMaxLogit = 1e6F;  // larger logits are rejected as invalid
nb::ndarray<nb::numpy, std::int8_t> boards_of(std::span<const Leaf> leaves) {
  const auto size = static_cast<std::size_t>(leaves[0].board->size()), cells = size * size;
  auto* data = new std::int8_t[leaves.size() * cells]();
  nb::capsule owner(data, [](void* p) noexcept { delete[] static_cast<std::int8_t*>(p); });
  for (std::size_t i = 0; i < leaves.size(); ++i) write_board(leaves[i], data + i * cells);
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
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    estimates[i].value = values.data()[i];
    read_moves(leaves[i], logits.data() + i * cells, temperature_, estimates[i]);
  }
}

}  // namespace crownbridge::bindings
