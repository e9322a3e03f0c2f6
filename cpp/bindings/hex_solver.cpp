#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <optional>

#include "bindings/bindings.hpp"
#include "bindings/run_search.hpp"
#include "hex/connections.hpp"
#include "hex/knowledge.hpp"
#include "hex/position.hpp"
#include "hex/solver.hpp"

namespace crownbridge::bindings {

using namespace hex;

namespace {

using PythonSolver = ForOneThread<Solver>;

struct PythonSolution {
  int winner;
  std::optional<Move> move;
  std::vector<Move> carrier;
  SolveProgress spent;
};

PythonSolution as_python(const Solution& solution, const Board& board, const SolveProgress& spent) {
  PythonSolution result{static_cast<int>(solution.winner), std::nullopt, {}, spent};
  if (solution.move) result.move = board.move(*solution.move);
  for (const int cell : solution.carrier) result.carrier.push_back(board.move(cell));
  return result;
}

// Two ends, the carrier, and the key of a semi-connection.
using PythonLink = std::tuple<int, int, std::vector<Move>, std::optional<Move>>;

template <int W>
std::vector<PythonLink> links_of(const Board& board, Side side, bool cells) {
  const Connections<W> connections(Ground<W>(board), side, {}, Connections<W>::Enough::All);
  std::vector<PythonLink> links;
  const auto is_end = [&](int end) { return cells || end >= board.cells() || board.at(end) == stone(side); };
  const auto take = [&](const auto& link) {
    std::vector<Move> carrier;
    link.carrier.each([&](int cell) { carrier.push_back(board.move(cell)); });
    std::optional<Move> key;
    if (link.is_semi()) key = board.move(link.key);
    links.emplace_back(link.y, link.x, std::move(carrier), key);
  };
  for (int x = 1; x < connections.ends(); ++x)
    for (int y = 0; y < x; ++y)
      if (is_end(x) && is_end(y)) {
        connections.each_full(x, y, take);
        connections.each_semi(x, y, take);
      }
  return links;
}

}  // namespace

void bind_hex_solver(nb::module_& module) {
  nb::class_<PythonSolution>(module, "HexSolution", "Who wins a position, and what that takes.")
      .def_ro("winner_index", &PythonSolution::winner, "The side that wins.")
      .def_ro("move", &PythonSolution::move, "A move that wins, if the side to move does.", nb::sig("def move(self) -> HexMove | None"))
      .def_ro("carrier", &PythonSolution::carrier, "The empty cells that the winner needs, whatever happens elsewhere.")
      .def_prop_ro("nodes", [](const PythonSolution& solution) { return solution.spent.nodes; }, "How many positions were looked into.")
      .def_prop_ro("seconds", [](const PythonSolution& solution) { return solution.spent.seconds; }, "The time taken.");
  nb::class_<PythonSolver>(module, "HexSolver", "Proves who wins; remembers positions from one call to the next. For one thread at a time.")
      .def("__init__", [](PythonSolver* self, std::size_t megabytes) {
             check_megabytes(megabytes);
             new (self) PythonSolver(megabytes);
           }, "megabytes"_a = 256)
      .def("solve", [](PythonSolver& solver, const Position& position, std::optional<std::uint64_t> nodes,
                       std::optional<double> seconds, StopFlag* stop, const std::optional<nb::callable>& progress) -> std::optional<PythonSolution> {
             if (position.winner()) throw nb::value_error("the game is over: there is nothing to solve");
             check_limit(seconds, "seconds");
             const Claim claim(solver.busy, "solver");
             StopFlag never;
             double told = 0, paused = 0;
             const auto hear = [&](const SolveProgress& now) {
               if (now.seconds - paused < 0.02) return;
               paused = now.seconds;
               check_signals();
               if (!progress || now.seconds - told < 0.1) return;
               told = now.seconds;
               nb::gil_scoped_acquire held;
               (*progress)(now.nodes);
             };
             nb::gil_scoped_release released;
             const auto solution = solver.solve(position.board(), position.turn(), {nodes, seconds}, (stop ? stop : &never)->set, hear);
             if (!solution) return std::nullopt;
             return as_python(*solution, position.board(), solver.last());
           }, "position"_a, "nodes"_a = nb::none(), "seconds"_a = nb::none(), "stop"_a = nb::none(), "progress"_a = nb::none(),
           "Return who wins if nobody swaps, or None if a limit was reached first. `progress` is called with the number of nodes.",
           nb::sig("def solve(self, position: HexPosition, nodes: int | None = None, seconds: float | None = None, stop: StopFlag | None = None, "
                   "progress: Callable[[int], None] | None = None) -> HexSolution | None"));
  module.def("hex_fill_in", [](const Position& position) {
        const FillIn cells = fill_in(position.board());
        return std::tuple(cells.dead, std::tuple(cells.captured[0], cells.captured[1]));
      }, "position"_a,
      "Return the empty cells whose owner is certain or does not matter, as numbers in order: the dead ones, which neither side "
      "needs once the captured ones are filled in, and those captured by each side. Filling them in changes no winner.");
  module.def("hex_connections", [](const Position& position, int side, bool cells) {
        nb::gil_scoped_release released;
        const Board& board = position.board();
        return with_width(board.size(), [&](auto width) {
          return links_of<decltype(width)::value>(board, side ? Side::Blue : Side::Red, cells);
        });
      }, "position"_a, "side"_a, "cells"_a = false,
      "The connections and semi-connections of a side: two ends, the carrier, and the key of a semi-connection. An end is a cell of "
      "a chain, an edge (numbered after the cells, top or left first) or, if wanted, an empty cell.");
}

}  // namespace crownbridge::bindings
