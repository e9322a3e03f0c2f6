#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <atomic>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/batch.hpp"
#include "core/tally.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace crownbridge::bindings {

void bind_checkers(nb::module_& module);
void bind_checkers_engine(nb::module_& module);
void bind_endgame(nb::module_& module);
void bind_hex(nb::module_& module);
void bind_hex_engine(nb::module_& module);
void bind_hex_solver(nb::module_& module);
void bind_stop_flag(nb::module_& module);

// An instance of a Python class that derives from the bound class of T.
template <class T>
nb::object instance_of(nb::handle python_class, T&& value) {
  nb::object made = nb::inst_alloc(python_class);
  new (nb::inst_ptr<std::remove_cvref_t<T>>(made)) std::remove_cvref_t<T>(std::forward<T>(value));
  nb::inst_mark_ready(made);
  return made;
}

// A stranger's text, each character that is not ASCII as one '?': no notation has any, and the parser will refuse it.
inline std::string ascii(const nb::str& text) {
  const auto bytes = nb::steal<nb::bytes>(PyUnicode_AsEncodedString(text.ptr(), "ascii", "replace"));
  return {bytes.c_str(), bytes.size()};
}

// The value in a Python object. Raises TypeError when a subclass forgot to call __init__, and there is none.
template <class T>
T& value_of(nb::handle object) {
  if (!nb::inst_ready(object)) throw nb::type_error("__init__() of the base class was never called");
  return *nb::inst_ptr<T>(object);
}

// Lets Ctrl-C end a long native loop.
inline void check_signals() {
  nb::gil_scoped_acquire held;
  if (PyErr_CheckSignals() != 0) throw nb::python_error();
}

inline auto as_tuple(const Tally& tally) {
  return std::tuple(std::tuple(tally.wins[0], tally.wins[1]), tally.draws, tally.moves);
}

// A batch that remembers the Python class of its positions, so that it can give them back.
template <class Batch>
struct PythonBatch : Batch {
  nb::object position_class;
  std::atomic_flag busy;

  PythonBatch(nb::handle start, std::size_t count)
      : Batch(value_of<typename Batch::Position>(start), count), position_class(nb::borrow(start.type())) {}
};

inline constexpr std::size_t kMostMegabytes = 65'536;  // of a tree or a table
inline constexpr int kMostThreads = 256;
inline constexpr int kMostPerftDepth = 1'000;  // a level of recursion each

// Raise ValueError unless a size argument is in its range.
inline void check_megabytes(std::size_t megabytes) {
  if (megabytes < 1 || megabytes > kMostMegabytes) throw nb::value_error("megabytes are 1 to 65,536");
}
inline void check_threads(int threads) {
  if (threads < 1 || threads > kMostThreads) throw nb::value_error("threads are 1 to 256");
}
inline void check_perft_depth(int depth) {
  if (depth > kMostPerftDepth) throw nb::value_error("the depth is at most 1,000");
}

// A native object that calls from Python claim.
template <class Native>
struct ForOneThread : Native {
  using Native::Native;
  std::atomic_flag busy;
};

// Claims a batch or a search for one call, so that the interpreter lock can be released. Raises RuntimeError when another
// thread has it.
class Claim {
 public:
  explicit Claim(std::atomic_flag& busy, const char* what = "batch") : busy_(busy) {
    if (busy_.test_and_set(std::memory_order_acquire))
      throw std::runtime_error("the " + std::string(what) + " is in use by another thread");
  }
  ~Claim() { busy_.clear(std::memory_order_release); }
  Claim(const Claim&) = delete;
  Claim& operator=(const Claim&) = delete;

 private:
  std::atomic_flag& busy_;
};

// A fresh NumPy array of shape (rows, width) or, for a width of 0, (rows,), written a row at a time without the GIL.
template <class T, class Batch, class Write>
nb::ndarray<nb::numpy, T> array_of(Batch& batch, std::size_t width, Write&& write) {
  const std::size_t stride = width ? width : 1;
  auto* data = new T[batch.count() * stride]();
  nb::capsule owner(data, [](void* p) noexcept { delete[] static_cast<T*>(p); });
  {
    const Claim claim(batch.busy);
    nb::gil_scoped_release released;
    for (std::size_t i = 0; i < batch.count(); ++i) write(batch[i], data + i * stride);
  }
  const std::size_t shape[] = {batch.count(), width};
  return nb::ndarray<nb::numpy, T>(data, width ? 2 : 1, shape, owner);
}

// The property of a batch that holds one number a row.
template <class T, class Batch, auto Read>
nb::ndarray<nb::numpy, T> row_values(Batch& batch) {
  return array_of<T>(batch, 0, [](const auto& row, T* out) { *out = static_cast<T>((row.*Read)()); });
}

// Reads runs of moves out of texts. What stands for a move in the result is made once, by a function of the caller's, and
// then given out again and again.
template <class Position, class Move, auto Play, auto Code, std::size_t Codes>
class Movetext {
 public:
  explicit Movetext(nb::object make) : make_(std::move(make)), made_(Codes) {}

  nb::tuple play(nb::handle_t<Position> start, const nb::bytes& text, std::size_t at) {
    Position position = value_of<Position>(start);
    std::vector<Move> moves;
    moves.reserve(kUsual);
    at = Play(position, {text.c_str(), text.size()}, std::min(at, text.size()), moves);
    nb::object found = nb::steal(PyTuple_New(static_cast<Py_ssize_t>(moves.size())));
    for (std::size_t i = 0; i < moves.size(); ++i)
      PyTuple_SetItem(found.ptr(), static_cast<Py_ssize_t>(i), stand_in(moves[i]).release().ptr());
    return nb::make_tuple(found, at, instance_of(start.type(), std::move(position)));
  }

 private:
  static constexpr std::size_t kUsual = 128;
  static constexpr std::size_t kMostRare = 10'000;

  nb::object stand_in(Move move) {
    const std::size_t code = Code(move);
    if (code >= Codes && rare_.size() > kMostRare) rare_.clear();
    const auto made = [&]() -> nb::object& { return code < Codes ? made_[code] : rare_[code]; };
    if (made()) return made();
    nb::object fresh = make_(nb::cast(move));  // other threads may have run meanwhile
    return made() = std::move(fresh);
  }

  nb::object make_;
  std::vector<nb::object> made_;                       // by code, of those below Codes
  std::unordered_map<std::size_t, nb::object> rare_;  // of the others
};

template <class Reader>
void bind_movetext(nb::module_& module, const char* name, const char* doc) {
  nb::class_<Reader>(module, name, nb::is_final(), doc)
      .def(nb::init<nb::object>(), "make"_a, "`make` gives what is to stand for a move; it is seldom asked twice for one.",
           nb::sig("def __init__(self, make: collections.abc.Callable[[typing.Any], typing.Any]) -> None"))
      .def("play", &Reader::play, "position"_a, "text"_a, "at"_a,
           "What stands for each of the moves from `at` on, where they end, and the position there.",
           nb::sig("def play(self, position: typing.Any, text: bytes, at: int) -> tuple[tuple[typing.Any, ...], int, typing.Any]"));
}

// The methods that the batches of all games share; gives the class, to which a game may add its own.
template <class Row>
auto bind_batch(nb::module_& module, const char* name, const char* doc) {
  using Batch = PythonBatch<crownbridge::Batch<Row>>;
  using Position = typename Row::Position;
  using Actions = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
  using Marks = nb::ndarray<const bool, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

  // A row's number, counted from the end when negative, as Python does.
  const auto row_at = [](const Batch& batch, std::ptrdiff_t i) {
    const auto count = static_cast<std::ptrdiff_t>(batch.count());
    if (i < -count || i >= count) throw nb::index_error(("the batch has no row " + std::to_string(i)).c_str());
    return static_cast<std::size_t>(i < 0 ? i + count : i);
  };
  // One entry a row, in just that type: a conversion would play 5.7 as 5.
  const auto entries = []<class Array>(const Batch& batch, nb::handle given, std::type_identity<Array>, const char* type) {
    Array array;
    if (!nb::try_cast(given, array, false) || array.size() != batch.count())
      throw nb::type_error(("expected a NumPy array of type " + std::string(type) + " with one entry for each of the " +
                            std::to_string(batch.count()) + " rows, but got " +
                            nb::cast<std::string>(nb::repr(given)).substr(0, 60)).c_str());
    return array;
  };

  return nb::class_<Batch>(module, name, nb::is_final(), doc)
      .def("__init__", [](Batch* self, nb::handle_t<Position> start, std::size_t count) {
             new (self) Batch(start, count);
           }, "start"_a, "count"_a, "So many games from that position.")
      .def("__repr__", [](const Batch& batch) {
             return "<batch of " + std::to_string(batch.count()) + " games, " + std::to_string(batch.actions()) + " actions>";
           })
      .def("__len__", [](const Batch& batch) { return batch.count(); })
      .def_prop_ro("actions", [](const Batch& batch) { return batch.actions(); },
                   "The number of actions, legal or not: the width of a mask.")
      .def_prop_ro("cells", [](Batch& batch) {
             return array_of<std::int8_t>(batch, batch.cells(),
                                          [](const Row& row, std::int8_t* out) { row.write_cells(out); });
           }, nb::rv_policy::automatic, "int8[rows, cells]: positive for side 0, negative for side 1, zero for empty.",
           nb::sig("def cells(self) -> numpy.typing.NDArray[numpy.int8]"))
      .def_prop_ro("over", &row_values<bool, Batch, &Row::over>, nb::rv_policy::automatic, "bool[rows]: whether the game is over.",
                   nb::sig("def over(self) -> numpy.typing.NDArray[numpy.bool_]"))
      .def_prop_ro("winner", &row_values<std::int8_t, Batch, &Row::winner>, nb::rv_policy::automatic,
                   "int8[rows]: the side that has won, or -1.",
                   nb::sig("def winner(self) -> numpy.typing.NDArray[numpy.int8]"))
      .def_prop_ro("side_to_move", &row_values<std::int8_t, Batch, &Row::turn>, nb::rv_policy::automatic,
                   "int8[rows]: the side whose turn it is.",
                   nb::sig("def side_to_move(self) -> numpy.typing.NDArray[numpy.int8]"))
      .def("legal_mask", [](Batch& batch) {
             return array_of<bool>(batch, batch.actions(), [](const Row& row, bool* out) { row.mark_legal(out); });
           }, "bool[rows, actions]: the legal actions; none in a row that is over.",
           nb::sig("def legal_mask(self) -> numpy.typing.NDArray[numpy.bool_]"))
      .def("play", [=](Batch& batch, nb::handle given) {
             const auto array = entries(batch, given, std::type_identity<Actions>{}, "int64");
             // A copy: the caller's array may change while others run.
             const std::vector<std::int64_t> actions(array.data(), array.data() + array.size());
             const Claim claim(batch.busy);
             nb::gil_scoped_release released;
             batch.play(actions);
           }, "actions"_a,
           "Plays one action a row; rows that are over stay as they are. Raises IllegalMoveError and then plays none.",
           nb::sig("def play(self, actions: numpy.typing.NDArray[numpy.int64]) -> None"))
      .def("reset", [=](Batch& batch, nb::handle given) {
             const auto marked = entries(batch, given, std::type_identity<Marks>{}, "bool");
             const Claim claim(batch.busy);
             batch.reset({marked.data(), marked.size()});
           }, "rows"_a, "Puts the rows that are marked True back to the start.",
           nb::sig("def reset(self, rows: numpy.typing.NDArray[numpy.bool_]) -> None"))
      .def("__getitem__", [=](Batch& batch, std::ptrdiff_t i) {
             const Claim claim(batch.busy);
             return instance_of(batch.position_class, batch[row_at(batch, i)].position());
           }, nb::sig("def __getitem__(self, row: int, /) -> typing.Any"), "The position of a row at the start of its turn.")
      .def("__setitem__", [=](Batch& batch, std::ptrdiff_t i, const Position& position) {
             const Claim claim(batch.busy);
             batch.set(row_at(batch, i), position);
           }, "Puts a row to a position of the same game. Raises OptionError where the game is another.");
}

}  // namespace crownbridge::bindings
