#include "bindings/bindings.hpp"

#include "checkers/batch.hpp"
#include "checkers/movegen.hpp"
#include "checkers/movetext.hpp"
#include "checkers/notation.hpp"
#include "checkers/perft.hpp"
#include "checkers/playout.hpp"
#include "core/error.hpp"

namespace crownbridge::bindings {
namespace {

using namespace checkers;

// Every move of two squares exists once as a Python object, made at import; legal_moves() hands these out.
std::array<PyObject*, kSquares * kSquares> ready_moves{};

void make_ready_moves() {
  for (int from = 0; from < kSquares; ++from)
    for (int to = 0; to < kSquares; ++to) {
      const int rows = std::abs(row(from) - row(to));
      if (rows == std::abs(column(from) - column(to)) && (rows == 1 || rows == 2))
        ready_moves[static_cast<std::size_t>(from * kSquares + to)] =
            nb::cast(Move::start(from).then(to)).release().ptr();
    }
}

nb::object python_move(Move move) {
  if (move.length() == 2)
    return nb::borrow(ready_moves[static_cast<std::size_t>(move.from() * kSquares + move.to())]);
  return nb::cast(move);
}

nb::list python_moves(const Position& position) {
  nb::list moves;
  if (position.verdict() == Verdict::Live)
    visit_moves(position.board(), [&](Move move, const Effect&) { moves.append(python_move(move)); });
  return moves;
}

nb::tuple path(Move move) {
  nb::list squares;
  for (int i = 0; i < move.length(); ++i) squares.append(move[i] + 1);
  return nb::tuple(squares);
}

using State = std::tuple<Rules, std::string, int, int, int, std::vector<Key>>;

void bind_rules(nb::module_& module) {
  nb::class_<Rules>(module, "CheckersRules", nb::is_final(), "When a game of checkers is drawn; 0 switches a rule off.")
      .def("__init__", [](Rules* self, int counter, bool men_progress, int repetition, int move_limit) {
             if (counter < 0 || repetition < 0 || repetition == 1 || move_limit < 0)
               throw OptionError("draw rules are not negative, and a position repeats at its 2nd occurrence or later");
             new (self) Rules{counter, men_progress, repetition, move_limit};
           }, "counter"_a, "men_progress"_a, "repetition"_a, "move_limit"_a)
      .def_ro("counter", &Rules::counter)
      .def_ro("men_progress", &Rules::men_progress)
      .def_ro("repetition", &Rules::repetition)
      .def_ro("move_limit", &Rules::move_limit)
      .def("__reduce__", [](nb::handle_t<Rules> self) {
        const auto& rules = value_of<Rules>(self);
        return std::tuple(nb::borrow(self.type()),
                          std::tuple(rules.counter, rules.men_progress, rules.repetition, rules.move_limit));
      }, nb::sig("def __reduce__(self) -> tuple[typing.Any, ...]"));
}

void bind_move(nb::module_& module) {
  nb::class_<Move>(module, "CheckersMove", nb::is_final(),
                   "A move by its whole path: two captures with the same ends but different paths are different moves.")
      .def("__init__", [](Move* self, const std::vector<int>& path) { new (self) Move(move_of_path(path)); }, "path"_a,
           "From squares 1 to 32; raises InvalidMoveError unless each is a step or a jump from the one before.",
           nb::sig("def __init__(self, path: collections.abc.Sequence[int]) -> None"))
      .def_prop_ro("path", &path, "The squares visited, 1 to 32, both ends included.",
                   nb::sig("def path(self) -> tuple[int, ...]"))
      .def_prop_ro("start", [](Move move) { return move.from() + 1; }, "The square the piece leaves.")
      .def_prop_ro("end", [](Move move) { return move.to() + 1; }, "The square the piece comes to.")
      .def_prop_ro("is_capture", &Move::is_capture, "Whether it jumps.")
      .def("__str__", &Move::text)
      .def("__repr__", [](Move move) { return "<checkers move " + move.text() + ">"; })
      .def("__hash__", [](Move move) { return move.word() * 0x9e3779b97f4a7c15U >> 3; })
      .def("__eq__", [](Move a, Move b) { return a == b; }, nb::is_operator(),
           nb::sig("def __eq__(self, other: object, /) -> bool"))
      .def("__lt__", [](Move a, Move b) { return a < b; }, nb::is_operator())
      .def("__reduce__", [](nb::handle_t<Move> self) {
        return std::tuple(nb::borrow(self.type()), std::tuple(path(value_of<Move>(self))));
      }, nb::sig("def __reduce__(self) -> tuple[typing.Any, ...]"));
  make_ready_moves();
}

void bind_position(nb::module_& module) {
  nb::class_<Position>(module, "CheckersPosition", "The native part of a checkers position.")
      .def("__init__", [](Position* self, const Rules& rules) { new (self) Position(Position::initial(rules)); },
           "rules"_a, "The position a game starts from.")
      .def("__init__", [](Position* self, const Rules& rules, const nb::str& squares, int side, int counter,
                          int moves_played) {
             new (self) Position(rules, ascii(squares), side ? Side::White : Side::Red, counter, moves_played);
           }, "rules"_a, "squares"_a, "side"_a, "counter"_a, "moves_played"_a = 0,
           "From 32 characters of `.rRwW`, squares 1 to 32. Raises PositionError.")
      .def_prop_ro("rules", &Position::rules, nb::rv_policy::copy)
      .def_prop_ro("squares", &Position::squares, "The 32 squares as characters of `.rRwW`, as KTH messages write them.")
      .def_prop_ro("key", &Position::key, "A 64-bit hash of pieces and side to move.")
      .def_prop_ro("side_index", [](const Position& position) { return index(position.board().turn); })
      .def_prop_ro("counter", &Position::counter, "Moves without progress that are left until the game is drawn.")
      .def_prop_ro("moves_played", &Position::moves_played, "How many moves led here.")
      .def_prop_ro("occurrences", &Position::occurrences,
                   "How often this position has stood on the board; counted only where repetition draws.")
      .def_prop_ro("verdict", [](const Position& position) { return static_cast<int>(position.verdict()); },
                   "0 while the game goes on, else which end it came to.")
      .def("legal_moves", &python_moves, "The legal moves in ascending order; empty only when the game is over.",
           nb::sig("def legal_moves(self) -> list[CheckersMove]"))
      .def("play", [](nb::handle_t<Position> self, Move move) {
             return instance_of(self.type(), value_of<Position>(self).play(move));
           }, "move"_a, nb::sig("def play(self, move: CheckersMove) -> typing.Self"),
           "The position after the move. Raises IllegalMoveError, which says why.")
      .def("play", [](nb::handle_t<Position> self, const nb::str& text) {
             const Position& position = value_of<Position>(self);
             return instance_of(self.type(), position.play(parse_move(position, ascii(text))));
           }, "text"_a, nb::sig("def play(self, text: str) -> typing.Self"),
           "The position after the move that the text names. Raises MoveError.")
      .def("parse_move", [](const Position& position, const nb::str& text) {
             return python_move(parse_move(position, ascii(text)));
           }, "text"_a, nb::sig("def parse_move(self, text: str) -> CheckersMove"),
           "The legal move that a PDN text names: `11-15`, `22x15`, or a whole path `29x22x15`. Raises MoveError.")
      .def("format_move", &format_move, "move"_a,
           "The shortest PDN text that names the move here: the whole path only when the ends do not tell.")
      .def("__eq__", [](const Position& a, const Position& b) { return a == b; }, nb::is_operator(),
           nb::sig("def __eq__(self, other: object, /) -> bool"))
      .def("__hash__", [](const Position& position) { return position.key() >> 3; })
      .def("__copy__", [](nb::handle_t<Position> self) { return nb::borrow(self); },
           nb::sig("def __copy__(self) -> typing.Self"))
      .def("__deepcopy__", [](nb::handle_t<Position> self, nb::handle) { return nb::borrow(self); }, "memo"_a,
           nb::sig("def __deepcopy__(self, memo: object) -> typing.Self"))
      .def("__getstate__", [](const Position& position) {
             return State(position.rules(), position.squares(), index(position.board().turn), position.counter(),
                          position.moves_played(), position.past());
           })
      .def("__setstate__", [](Position& self, const State& state) {
        const auto& [rules, squares, side, counter, moves_played, past] = state;
        new (&self) Position(
            Position(rules, squares, side ? Side::White : Side::Red, counter, moves_played).with_past(past));
      });
}

// Steps and single jumps have small numbers, longer jumps large ones.
std::size_t code(Move move) {
  return move.length() == 2 ? static_cast<std::size_t>(move.from() * kSquares + move.to()) : move.word();
}

}  // namespace

void bind_checkers(nb::module_& module) {
  bind_rules(module);
  bind_move(module);
  bind_position(module);
  bind_batch<checkers::BatchRow>(module, "CheckersBatch",
      "Many games of checkers, stepped at once. An action is one step or jump, 4 * (square - 1) + direction, the "
      "directions being up-left, up-right, down-left, down-right; a capture of several pieces takes several actions.")
      .def_prop_ro("jumping", &row_values<std::int8_t, PythonBatch<Batch<BatchRow>>, &BatchRow::jumping>,
           nb::rv_policy::automatic, "int8[rows]: the square of the piece in the middle of a capture, or 0.",
           nb::sig("def jumping(self) -> numpy.typing.NDArray[numpy.int8]"));
  bind_movetext<Movetext<Position, Move, &play_movetext, &code, kSquares * kSquares>>(module, "CheckersMovetext",
      "Reads moves as PDN writes them, one after another, with white space and move numbers between.");
  module.def("checkers_perft", [](const Position& position, int depth) {
        check_perft_depth(depth);
        nb::gil_scoped_release released;
        return perft(position.board(), depth, &check_signals);
      }, "position"_a, "depth"_a,
      "The number of move sequences of that length, draw rules aside; captures that differ only in path count apart.");
  module.def("checkers_random_games", [](const Position& start, std::int64_t games, std::uint64_t seed) {
        nb::gil_scoped_release released;
        return as_tuple(random_games(start, games, seed, &check_signals));
      }, "start"_a, "games"_a, "seed"_a,
      "Plays random games; gives the wins by side, the draws and the number of moves.");
}

}  // namespace crownbridge::bindings
