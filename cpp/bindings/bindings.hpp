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
#include "core/playout_results.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace crownbridge::bindings {

void bind_checkers(nb::module_& module);
void bind_checkers_engine(nb::module_& module);
void bind_endgame(nb::module_& module);
void bind_hex(nb::module_& module);
void bind_hex_engine(nb::module_& module);
void bind_hex_solver(nb::module_& module);
void bind_line_index(nb::module_& module);
void bind_stop_flag(nb::module_& module);

// Returns a new instance of a Python class that derives from the bound class of T.
template <class T>
nb::object instance_of(nb::handle python_class, T&& value) {
  nb::object instance = nb::inst_alloc(python_class);
  new (nb::inst_ptr<std::remove_cvref_t<T>>(instance)) std::remove_cvref_t<T>(std::forward<T>(value));
  nb::inst_mark_ready(instance);
  return instance;
}

// Converts text to ASCII with '?' for every other character. No notation uses other characters, so that parsers reject
// them.
inline std::string ascii(const nb::str& text) {
  const auto bytes = nb::steal<nb::bytes>(PyUnicode_AsEncodedString(text.ptr(), "ascii", "replace"));
  return {bytes.c_str(), bytes.size()};
}

// Returns the native value of a Python object. Raises TypeError if a subclass did not call __init__ of its base class.
template <class T>
T& value_of(nb::handle object) {
  if (!nb::inst_ready(object)) throw nb::type_error("__init__() of the base class was never called");
  return *nb::inst_ptr<T>(object);
}

// Raises KeyboardInterrupt on Ctrl-C in a long native loop.
inline void check_signals() {
  nb::gil_scoped_acquire held;
  if (PyErr_CheckSignals() != 0) throw nb::python_error();
}

inline auto as_tuple(const PlayoutResults& results) {
  return std::tuple(std::tuple(results.wins[0], results.wins[1]), results.draws, results.moves);
}

// A batch that keeps the Python class of its positions, to return instances of it.
template <class Batch>
struct PythonBatch : Batch {
  nb::object position_class;
  std::atomic_flag busy;

  PythonBatch(nb::handle start, std::size_t count)
      : Batch(value_of<typename Batch::Position>(start), count), position_class(nb::borrow(start.type())) {}
};

inline constexpr std::size_t kMaxMegabytes = 65'536;  // limit of the size of a tree or table
inline constexpr int kMaxThreads = 256;
inline constexpr int kMaxPerftDepth = 1'000;  // limits the recursion

// Validate an argument; raise ValueError if it is out of range.
inline void check_megabytes(std::size_t megabytes) {
  if (megabytes < 1 || megabytes > kMaxMegabytes) throw nb::value_error("megabytes must be 1 to 65,536");
}
inline void check_threads(int threads) {
  if (threads < 1 || threads > kMaxThreads) throw nb::value_error("threads must be 1 to 256");
}
inline void check_perft_depth(int depth) {
  if (depth > kMaxPerftDepth) throw nb::value_error("the depth must be at most 1,000");
}

// A native object for one thread at a time, with a flag that is set during a call.
template <class Native>
struct SingleThreaded : Native {
  using Native::Native;
  std::atomic_flag busy;
};

// Marks an object as busy during a call that releases the GIL. Raises RuntimeError if another thread is using the
// object.
class BusyGuard {
 public:
  explicit BusyGuard(std::atomic_flag& busy, const char* what = "batch") : busy_(busy) {
    if (busy_.test_and_set(std::memory_order_acquire))
      throw std::runtime_error("the " + std::string(what) + " is in use by another thread");
  }
  ~BusyGuard() { busy_.clear(std::memory_order_release); }
  BusyGuard(const BusyGuard&) = delete;
  BusyGuard& operator=(const BusyGuard&) = delete;

 private:
  std::atomic_flag& busy_;
};

// Returns a new NumPy array of shape (rows, width), or (rows,) if the width is 0. Rows are written without the GIL.
template <class T, class Batch, class Write>
nb::ndarray<nb::numpy, T> array_of(Batch& batch, std::size_t width, Write&& write) {
  const std::size_t stride = width ? width : 1;
  auto* data = new T[batch.count() * stride]();
  nb::capsule owner(data, [](void* p) noexcept { delete[] static_cast<T*>(p); });
  {
    const BusyGuard guard(batch.busy);
    nb::gil_scoped_release released;
    for (std::size_t i = 0; i < batch.count(); ++i) write(batch[i], data + i * stride);
  }
  const std::size_t shape[] = {batch.count(), width};
  return nb::ndarray<nb::numpy, T>(data, width ? 2 : 1, shape, owner);
}

// Returns a NumPy array with one number per row.
template <class T, class Batch, auto Read>
nb::ndarray<nb::numpy, T> row_values(Batch& batch) {
  return array_of<T>(batch, 0, [](const auto& row, T* out) { *out = static_cast<T>((row.*Read)()); });
}

// Reads sequences of moves from texts. The Python objects that represent moves are created by a function of the caller
// and cached.
template <class Position, class Move, auto Play, auto Code, std::size_t Codes>
class Movetext {
 public:
  explicit Movetext(nb::object make) : make_(std::move(make)), cache_(Codes) {}

  nb::tuple play(nb::handle_t<Position> start, const nb::bytes& text, std::size_t at) {
    Position position = value_of<Position>(start);
    std::vector<Move> moves;
    moves.reserve(kUsualMoves);
    at = Play(position, {text.c_str(), text.size()}, std::min(at, text.size()), moves);
    nb::object objects = nb::steal(PyTuple_New(static_cast<Py_ssize_t>(moves.size())));
    for (std::size_t i = 0; i < moves.size(); ++i)
      PyTuple_SetItem(objects.ptr(), static_cast<Py_ssize_t>(i), python_object(moves[i]).release().ptr());
    return nb::make_tuple(objects, at, instance_of(start.type(), std::move(position)));
  }

 private:
  static constexpr std::size_t kUsualMoves = 128;
  static constexpr std::size_t kMaxRareMoves = 10'000;

  nb::object python_object(Move move) {
    const std::size_t code = Code(move);
    if (code >= Codes && rare_cache_.size() > kMaxRareMoves) rare_cache_.clear();
    const auto cached = [&]() -> nb::object& { return code < Codes ? cache_[code] : rare_cache_[code]; };
    if (cached()) return cached();
    nb::object created = make_(nb::cast(move));  // may run other threads, which change the cache
    return cached() = std::move(created);
  }

  nb::object make_;
  std::vector<nb::object> cache_;                           // by code, for codes below Codes
  std::unordered_map<std::size_t, nb::object> rare_cache_;  // for other codes, which are rare
};

template <class Reader>
void bind_movetext(nb::module_& module, const char* name, const char* doc) {
  nb::class_<Reader>(module, name, nb::is_final(), doc)
      .def(nb::init<nb::object>(), "make"_a, "`make` returns the object that represents a move. Its results are cached.",
           nb::sig("def __init__(self, make: collections.abc.Callable[[typing.Any], typing.Any]) -> None"))
      .def("play", &Reader::play, "position"_a, "text"_a, "at"_a,
           "Play the moves of a text from `at` on. Return their objects, the index after the last move, and the final position.",
           nb::sig("def play(self, position: typing.Any, text: bytes, at: int) -> tuple[tuple[typing.Any, ...], int, typing.Any]"));
}

// Binds the methods that the batches of all games have in common. Returns the class, for methods of a game.
template <class Row>
auto bind_batch(nb::module_& module, const char* name, const char* doc) {
  using Batch = PythonBatch<crownbridge::Batch<Row>>;
  using Position = typename Row::Position;
  using Actions = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
  using Marks = nb::ndarray<const bool, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

  // Converts a Python index, which may be negative, to a row.
  const auto row_at = [](const Batch& batch, std::ptrdiff_t i) {
    const auto count = static_cast<std::ptrdiff_t>(batch.count());
    if (i < -count || i >= count) throw nb::index_error(("the batch has no row " + std::to_string(i)).c_str());
    return static_cast<std::size_t>(i < 0 ? i + count : i);
  };
  // Converts an argument to an array with one entry per row, of exactly that type: a conversion would play 5.7 as 5.
  const auto entries = []<class Array>(const Batch& batch, nb::handle argument, std::type_identity<Array>, const char* type) {
    Array array;
    if (!nb::try_cast(argument, array, false) || array.size() != batch.count())
      throw nb::type_error(("expected a NumPy array of type " + std::string(type) + " with one entry for each of the " +
                            std::to_string(batch.count()) + " rows, but got " +
                            nb::cast<std::string>(nb::repr(argument)).substr(0, 60)).c_str());
    return array;
  };

  return nb::class_<Batch>(module, name, nb::is_final(), doc)
      .def("__init__", [](Batch* self, nb::handle_t<Position> start, std::size_t count) {
             new (self) Batch(start, count);
           }, "start"_a, "count"_a, "Start `count` games from a position.")
      .def("__repr__", [](const Batch& batch) {
             return "<batch of " + std::to_string(batch.count()) + " games, " + std::to_string(batch.actions()) + " actions>";
           })
      .def("__len__", [](const Batch& batch) { return batch.count(); })
      .def_prop_ro("actions", [](const Batch& batch) { return batch.actions(); },
                   "The number of actions, legal or not, which is the width of a mask.")
      .def_prop_ro("cells", [](Batch& batch) {
             return array_of<std::int8_t>(batch, batch.cells(),
                                          [](const Row& row, std::int8_t* out) { row.write_cells(out); });
           }, nb::rv_policy::automatic, "int8[rows, cells]: positive for side 0, negative for side 1, zero for empty.",
           nb::sig("def cells(self) -> numpy.typing.NDArray[numpy.int8]"))
      .def_prop_ro("over", &row_values<bool, Batch, &Row::over>, nb::rv_policy::automatic, "bool[rows]: True if the game is over.",
                   nb::sig("def over(self) -> numpy.typing.NDArray[numpy.bool_]"))
      .def_prop_ro("winner", &row_values<std::int8_t, Batch, &Row::winner>, nb::rv_policy::automatic,
                   "int8[rows]: the side that has won, or -1.",
                   nb::sig("def winner(self) -> numpy.typing.NDArray[numpy.int8]"))
      .def_prop_ro("side_to_move", &row_values<std::int8_t, Batch, &Row::turn>, nb::rv_policy::automatic,
                   "int8[rows]: the side to move.",
                   nb::sig("def side_to_move(self) -> numpy.typing.NDArray[numpy.int8]"))
      .def("legal_mask", [](Batch& batch) {
             return array_of<bool>(batch, batch.actions(), [](const Row& row, bool* out) { row.mark_legal(out); });
           }, "Return bool[rows, actions]: the legal actions; none in a row that is over.",
           nb::sig("def legal_mask(self) -> numpy.typing.NDArray[numpy.bool_]"))
      .def("play", [=](Batch& batch, nb::handle argument) {
             const auto array = entries(batch, argument, std::type_identity<Actions>{}, "int64");
             // Copied, since the caller may change the array while the GIL is released.
             const std::vector<std::int64_t> actions(array.data(), array.data() + array.size());
             const BusyGuard guard(batch.busy);
             nb::gil_scoped_release released;
             batch.play(actions);
           }, "actions"_a,
           "Play one action per row; rows that are over do not change. Raise IllegalMoveError, without playing any, if one "
           "is illegal.",
           nb::sig("def play(self, actions: numpy.typing.NDArray[numpy.int64]) -> None"))
      .def("reset", [=](Batch& batch, nb::handle argument) {
             const auto marked = entries(batch, argument, std::type_identity<Marks>{}, "bool");
             const BusyGuard guard(batch.busy);
             batch.reset({marked.data(), marked.size()});
           }, "rows"_a, "Reset the rows that are True to the start position.",
           nb::sig("def reset(self, rows: numpy.typing.NDArray[numpy.bool_]) -> None"))
      .def("__getitem__", [=](Batch& batch, std::ptrdiff_t i) {
             const BusyGuard guard(batch.busy);
             return instance_of(batch.position_class, batch[row_at(batch, i)].position());
           }, nb::sig("def __getitem__(self, row: int, /) -> typing.Any"), "Return the position of a row at the start of its turn.")
      .def("__setitem__", [=](Batch& batch, std::ptrdiff_t i, const Position& position) {
             const BusyGuard guard(batch.busy);
             batch.set(row_at(batch, i), position);
           }, "Set the position of a row. Raise OptionError if the position belongs to a game with other options.");
}

}  // namespace crownbridge::bindings
