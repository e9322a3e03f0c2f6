#include "bindings/python_evaluator.hpp"

#include <limits>

namespace crownbridge::bindings {

using namespace hex;

namespace {

// Where a cell stands as the side to move sees it: for blue, rows and columns are exchanged.
std::size_t seen_by(Side side, std::size_t cell, std::size_t size) {
  return side == Side::Red ? cell : cell % size * size + cell / size;
}

nb::ndarray<nb::numpy, std::int8_t> boards_of(std::span<const Leaf> leaves) {
  const auto size = static_cast<std::size_t>(leaves[0].board->size()), cells = size * size;
  auto* data = new std::int8_t[leaves.size() * cells]();
  nb::capsule owner(data, [](void* p) noexcept { delete[] static_cast<std::int8_t*>(p); });
  for (std::size_t i = 0; i < leaves.size(); ++i)
    for (std::size_t cell = 0; cell < cells; ++cell)
      if (const Stone there = leaves[i].board->at(static_cast<int>(cell)); there != Stone::None)
        data[i * cells + seen_by(leaves[i].turn, cell, size)] = there == stone(leaves[i].turn) ? 1 : -1;
  const std::size_t shape[] = {leaves.size(), size, size};
  return nb::ndarray<nb::numpy, std::int8_t>(data, 3, shape, owner);
}

// The array of that shape which an evaluator must have given, with only numbers in it from 0 to `most`.
template <class Array>
Array checked(nb::handle given, const char* what, std::size_t count, double most) {
  Array array;
  if (!nb::try_cast(given, array) || array.size() != count)
    throw nb::value_error(("the evaluator gave no " + std::string(what) + ": expected float32 numbers, " + std::to_string(count) +
                           " in all, but got " + nb::cast<std::string>(nb::repr(given)).substr(0, 60)).c_str());
  for (std::size_t i = 0; i < count; ++i)
    if (!(array.data()[i] >= 0 && array.data()[i] <= most))
      throw nb::value_error(("the evaluator gave " + std::string(what) + " that are not: " + std::to_string(array.data()[i])).c_str());
  return array;
}

}  // namespace

PythonEvaluator::~PythonEvaluator() {
  nb::gil_scoped_acquire held;
  evaluate_.reset();
}

void PythonEvaluator::evaluate(std::span<const Leaf> leaves, std::span<Estimate> estimates, Random&) const {
  using Values = nb::ndarray<const float, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
  using Priors = nb::ndarray<const float, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
  nb::gil_scoped_acquire held;
  const auto size = static_cast<std::size_t>(leaves[0].board->size()), cells = size * size;
  const nb::object given = evaluate_(boards_of(leaves));
  if (!nb::isinstance<nb::tuple>(given) || nb::len(given) != 2)
    throw nb::value_error("the evaluator gave no pair of arrays, values and priors");
  const auto values = checked<Values>(given[0], "chances", leaves.size(), 1);
  const auto priors = checked<Priors>(given[1], "weights", leaves.size() * cells, std::numeric_limits<float>::max());
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    estimates[i].value = values.data()[i];
    estimates[i].priors.resize(cells);
    for (std::size_t cell = 0; cell < cells; ++cell)
      estimates[i].priors[cell] = priors.data()[i * cells + seen_by(leaves[i].turn, cell, size)];
  }
}

}  // namespace crownbridge::bindings
