#include "bindings/bindings.hpp"
#include "bindings/scanner.hpp"

#include "checkers/batch.hpp"
#include "checkers/movegen.hpp"
#include "checkers/movetext.hpp"
#include "checkers/notation.hpp"
#include "checkers/pdn_scan.hpp"
#include "checkers/perft.hpp"
#include "checkers/playout.hpp"
#include "core/error.hpp"

namespace crownbridge::bindings {
namespace {

using namespace checkers;

// Python objects of all moves of two squares, created at import and shared by all results.
std::array<PyObject*, kSquares * kSquares> shared_moves{};

void make_shared_moves() {
  for (int from = 0; from < kSquares; ++from)
    for (int to = 0; to < kSquares; ++to) {
      const int rows = std::abs(row(from) - row(to));
      if (rows == std::abs(column(from) - column(to)) && (rows == 1 || rows == 2))
        shared_moves[static_cast<std::size_t>(from * kSquares + to)] =
            nb::cast(Move::start(from).then(to)).release().ptr();
    }
}

nb::object python_move(Move move) {
  if (move.length() == 2)
    return nb::borrow(shared_moves[static_cast<std::size_t>(move.from() * kSquares + move.to())]);
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
  nb::class_<Rules>(module, "CheckersRules", nb::is_final(), "Draw rules of checkers; 0 disables a rule.")
      .def("__init__", [](Rules* self, int counter, bool men_progress, int repetition, int move_limit) {
             if (counter < 0 || repetition < 0 || repetition == 1 || move_limit < 0)
               throw OptionError("draw rules must not be negative, and repetition must be 0 or at least 2");
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
           "Create a move from squares 1 to 32. Raise InvalidMoveError unless each is a step or a jump from the one before.",
           nb::sig("def __init__(self, path: collections.abc.Sequence[int]) -> None"))
      .def_prop_ro("path", &path, "The squares visited, 1 to 32, including both ends.",
                   nb::sig("def path(self) -> tuple[int, ...]"))
      .def_prop_ro("start", [](Move move) { return move.from() + 1; }, "The start square.")
      .def_prop_ro("end", [](Move move) { return move.to() + 1; }, "The final square.")
      .def_prop_ro("is_capture", &Move::is_capture, "True if the move is a capture.")
      .def("__str__", &Move::text)
      .def("__repr__", [](Move move) { return "<checkers move " + move.text() + ">"; })
      .def("__hash__", [](Move move) { return move.word() * 0x9e3779b97f4a7c15U >> 3; })
      .def("__eq__", [](Move a, Move b) { return a == b; }, nb::is_operator(),
           nb::sig("def __eq__(self, other: object, /) -> bool"))
      .def("__lt__", [](Move a, Move b) { return a < b; }, nb::is_operator())
      .def("__reduce__", [](nb::handle_t<Move> self) {
        return std::tuple(nb::borrow(self.type()), std::tuple(path(value_of<Move>(self))));
      }, nb::sig("def __reduce__(self) -> tuple[typing.Any, ...]"));
  make_shared_moves();
}

void bind_position(nb::module_& module) {
  nb::class_<Position>(module, "CheckersPosition", "The native part of a checkers position.")
      .def("__init__", [](Position* self, const Rules& rules) { new (self) Position(Position::initial(rules)); },
           "rules"_a, "Create the initial position of a game.")
      .def("__init__", [](Position* self, const Rules& rules, const nb::str& squares, int side, int counter,
                          int moves_played) {
             new (self) Position(rules, ascii(squares), side ? Side::White : Side::Red, counter, moves_played);
           }, "rules"_a, "squares"_a, "side"_a, "counter"_a, "moves_played"_a = 0,
           "Create a position from 32 characters of `.rRwW` for squares 1 to 32. Raise PositionError if they are not valid.")
      .def_prop_ro("rules", &Position::rules, nb::rv_policy::copy)
      .def_prop_ro("squares", &Position::squares, "The 32 squares as characters of `.rRwW`, as in KTH messages.")
      .def_prop_ro("key", &Position::key, "The 64-bit Zobrist key of pieces and side to move.")
      .def_prop_ro("side_index", [](const Position& position) { return index(position.board().turn); })
      .def_prop_ro("counter", &Position::counter, "The number of moves without progress until the game is a draw.")
      .def_prop_ro("moves_played", &Position::moves_played, "The number of moves played.")
      .def_prop_ro("occurrences", &Position::occurrences,
                   "The number of occurrences of this position; counted only if repetition is a draw.")
      .def_prop_ro("verdict", [](const Position& position) { return static_cast<int>(position.verdict()); },
                   "0 while the game is in progress, otherwise the number of its ending.")
      .def("legal_moves", &python_moves, "Return the legal moves in ascending order; empty only if the game is over.",
           nb::sig("def legal_moves(self) -> list[CheckersMove]"))
      .def("play", [](nb::handle_t<Position> self, Move move) {
             return instance_of(self.type(), value_of<Position>(self).play(move));
           }, "move"_a, nb::sig("def play(self, move: CheckersMove) -> typing.Self"),
           "Return the position after a move. Raise IllegalMoveError with the reason if the move is illegal.")
      .def("play", [](nb::handle_t<Position> self, const nb::str& text) {
             const Position& position = value_of<Position>(self);
             return instance_of(self.type(), position.play(parse_move(position, ascii(text))));
           }, "text"_a, nb::sig("def play(self, text: str) -> typing.Self"),
           "Return the position after a move in PDN. Raise MoveError if it is not a legal move.")
      .def("parse_move", [](const Position& position, const nb::str& text) {
             return python_move(parse_move(position, ascii(text)));
           }, "text"_a, nb::sig("def parse_move(self, text: str) -> CheckersMove"),
           "Parse a legal move in PDN: `11-15`, `22x15`, or a whole path `29x22x15`. Raise MoveError if it is not one.")
      .def("format_move", &format_move, "move"_a,
           "Return the shortest unambiguous PDN text of a move: the whole path only if the ends are ambiguous.")
      .def("__eq__", [](const Position& a, const Position& b) { return a == b; }, nb::is_operator(),
           nb::sig("def __eq__(self, other: object, /) -> bool"))
      .def("__hash__", [](const Position& position) { return position.key() >> 3; })
      .def("__copy__", [](nb::handle_t<Position> self) { return nb::borrow(self); },
           nb::sig("def __copy__(self) -> typing.Self"))
      .def("__deepcopy__", [](nb::handle_t<Position> self, nb::handle) { return nb::borrow(self); }, "memo"_a,
           nb::sig("def __deepcopy__(self, memo: object) -> typing.Self"))
      .def("__getstate__", [](const Position& position) {
             return State(position.rules(), position.squares(), index(position.board().turn), position.counter(),
                          position.moves_played(), position.past_keys());
           })
      .def("__setstate__", [](Position& self, const State& state) {
        const auto& [rules, squares, side, counter, moves_played, past_keys] = state;
        new (&self) Position(
            Position(rules, squares, side ? Side::White : Side::Red, counter, moves_played).with_past_keys(past_keys));
      });
}

// Returns a small number for a step or single jump, and a large one for a longer jump.
std::size_t code(Move move) {
  return move.length() == 2 ? static_cast<std::size_t>(move.from() * kSquares + move.to()) : move.word();
}

struct PdnTraits {
  using Position = checkers::Position;
  using Head = PdnTags;

  static auto read_head(std::string_view text, std::size_t at, Head& tags) { return read_pdn_tags(text, at, tags); }
  static auto parts(const Head& tags) {
    return std::array{tags.values[PdnTags::GameType], tags.values[PdnTags::Rules], tags.values[PdnTags::Fen]};
  }
  static auto players(const Head& tags) {
    return std::pair(tags.value(PdnTags::Black, "?"), tags.value(PdnTags::White, "?"));
  }
  static auto scan_moves(std::string_view text, std::size_t at, const Head& tags, const Position& start, std::vector<Key>& keys) {
    return scan_pdn_moves(text, at, tags, start, keys);
  }
};

}  // namespace

void bind_checkers(nb::module_& module) {
  bind_rules(module);
  bind_move(module);
  bind_position(module);
  bind_batch<checkers::BatchRow>(module, "CheckersBatch",
      "A batch of checkers games that are stepped together. An action is one step or jump, 4 * (square - 1) + direction, the "
      "directions being up-left, up-right, down-left, down-right; a multiple capture takes several actions.")
      .def_prop_ro("jumping", &row_values<std::int8_t, PythonBatch<Batch<BatchRow>>, &BatchRow::jumping>,
           nb::rv_policy::automatic, "int8[rows]: the square of the piece in the middle of a capture, or 0.",
           nb::sig("def jumping(self) -> numpy.typing.NDArray[numpy.int8]"));
  bind_movetext<Movetext<Position, Move, &play_movetext, &code, kSquares * kSquares>>(module, "CheckersMovetext",
      "Reads consecutive moves in PDN with white space, move numbers and comments between them.");
  bind_scanner<PdnTraits>(module, "CheckersScanner", "Reads plain PDN games into an index, fast.",
      "def __init__(self, start_of: collections.abc.Callable[[bytes | None, bytes | None, bytes | None], "
      "tuple[CheckersPosition, int] | None]) -> None");
  module.def("checkers_perft", [](const Position& position, int depth) {
        check_perft_depth(depth);
        nb::gil_scoped_release released;
        return perft(position.board(), depth, &check_signals);
      }, "position"_a, "depth"_a,
      "Count the move sequences of the given length, ignoring draw rules; captures along different paths count separately.");
  module.def("checkers_random_games", [](const Position& start, std::int64_t games, std::uint64_t seed) {
        nb::gil_scoped_release released;
        return as_tuple(random_games(start, games, seed, &check_signals));
      }, "start"_a, "games"_a, "seed"_a,
      "Play random games. Return the wins by side, the draws and the number of moves.");
}

}  // namespace crownbridge::bindings
