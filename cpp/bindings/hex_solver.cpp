#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <optional>

#include "bindings/bindings.hpp"
#include "bindings/run_search.hpp"
#include "hex/connections.hpp"
#include "hex/static_analysis.hpp"
#include "hex/position.hpp"
#include "hex/solver.hpp"

namespace crownbridge::bindings {

using namespace hex;

namespace {

using PythonSolver = SingleThreaded<Solver>;

struct PythonSolution {
  int winner;
  std::optional<Move> move;
  std::vector<Move> carrier;
  SolveProgress statistics;
};

PythonSolution as_python(const Solution& solution, const Board& board, const SolveProgress& statistics) {
  PythonSolution result{static_cast<int>(solution.winner), std::nullopt, {}, statistics};
  if (solution.move) result.move = board.move(*solution.move);
  for (const int cell : solution.carrier) result.carrier.push_back(board.move(cell));
  return result;
}

// Two ends, the carrier, and the key of a semi connection.
using PythonConnection = std::tuple<int, int, std::vector<Move>, std::optional<Move>>;

template <int W>
std::vector<PythonConnection> connections_of(const Board& board, Side side, bool cells) {
  const Connections<W> connections(FillInBoard<W>(board), side, {}, Connections<W>::StopAt::Fixpoint);
  std::vector<PythonConnection> result;
  const auto is_end = [&](int end) { return cells || end >= board.cells() || board.at(end) == stone(side); };
  const auto add = [&](const auto& connection) {
    std::vector<Move> carrier;
    connection.carrier.each([&](int cell) { carrier.push_back(board.move(cell)); });
    std::optional<Move> key;
    if (connection.is_semi()) key = board.move(connection.key);
    result.emplace_back(connection.y, connection.x, std::move(carrier), key);
  };
  for (int x = 1; x < connections.ends(); ++x)
    for (int y = 0; y < x; ++y)
      if (is_end(x) && is_end(y)) {
        connections.each_full(x, y, add);
        connections.each_semi(x, y, add);
      }
  return result;
}

}  // namespace

void bind_hex_solver(nb::module_& module) {
  nb::class_<PythonSolution>(module, "HexSolution", "The solution of a position.")
      .def_ro("winner_index", &PythonSolution::winner, "The side that wins.")
      .def_ro("move", &PythonSolution::move, "A winning move, if the side to move wins.", nb::sig("def move(self) -> HexMove | None"))
      .def_ro("carrier", &PythonSolution::carrier, "The empty cells that the winner needs; it wins with any stones outside of them.")
      .def_prop_ro("nodes", [](const PythonSolution& solution) { return solution.statistics.nodes; }, "The number of nodes expanded.")
      .def_prop_ro("seconds", [](const PythonSolution& solution) { return solution.statistics.seconds; }, "The time used.");
  nb::class_<PythonSolver>(module, "HexSolver",
                           "A df-pn solver that keeps its transposition table between calls. For one thread at a time.")
      .def("__init__", [](PythonSolver* self, std::size_t megabytes) {
             check_megabytes(megabytes);
             new (self) PythonSolver(megabytes);
           }, "megabytes"_a = 256)
      .def("solve", [](PythonSolver& solver, const Position& position, std::optional<std::uint64_t> nodes,
                       std::optional<double> seconds, StopFlag* stop, const std::optional<nb::callable>& progress) -> std::optional<PythonSolution> {
             if (position.winner()) throw nb::value_error("the game is over: there is nothing to solve");
             check_limit(seconds, "seconds");
             const BusyGuard guard(solver.busy, "solver");
             StopFlag never;
             double last_report = 0, last_check = 0;
             const auto on_node = [&](const SolveProgress& now) {
               if (now.seconds - last_check < 0.02) return;
               last_check = now.seconds;
               check_signals();
               if (!progress || now.seconds - last_report < 0.1) return;
               last_report = now.seconds;
               nb::gil_scoped_acquire held;
               (*progress)(now.nodes);
             };
             nb::gil_scoped_release released;
             const auto solution = solver.solve(position.board(), position.turn(), {nodes, seconds},
                                                (stop ? stop : &never)->set, on_node);
             if (!solution) return std::nullopt;
             return as_python(*solution, position.board(), solver.last());
           }, "position"_a, "nodes"_a = nb::none(), "seconds"_a = nb::none(), "stop"_a = nb::none(), "progress"_a = nb::none(),
           "Solve a position, without the swap. Return None if a limit is reached first. `progress` is called with the number of nodes.",
           nb::sig("def solve(self, position: HexPosition, nodes: int | None = None, seconds: float | None = None, stop: StopFlag | None = None, "
                   "progress: Callable[[int], None] | None = None) -> HexSolution | None"));
  module.def("hex_fill_in", [](const Position& position) {
        const FillIn cells = fill_in(position.board());
        return std::tuple(cells.dead, std::tuple(cells.captured[0], cells.captured[1]));
      }, "position"_a,
      "Return the fill-in as sorted cell numbers: the dead cells, given the fill-in of the captured ones, and the cells captured by "
      "each side. Filling them in does not change the winner.");
  module.def("hex_connections", [](const Position& position, int side, bool cells) {
        nb::gil_scoped_release released;
        const Board& board = position.board();
        return with_width(board.size(), [&](auto width) {
          return connections_of<decltype(width)::value>(board, side ? Side::Blue : Side::Red, cells);
        });
      }, "position"_a, "side"_a, "cells"_a = false,
      "Return the full and semi connections of a side, found by H-search: two ends, the carrier, and the key of a semi connection. "
      "An end is a cell of a chain, an edge (numbered after the cells, top or left first) or, if `cells` is set, an empty cell.");
}

}  // namespace crownbridge::bindings
