#include "bindings/bindings.hpp"
#include "bindings/scanner.hpp"

#include "core/error.hpp"
#include "hex/batch.hpp"
#include "hex/movetext.hpp"
#include "hex/perft.hpp"
#include "hex/playout.hpp"
#include "hex/sgf_scan.hpp"

namespace crownbridge::bindings {
namespace {

using namespace hex;

// Python objects of all moves, created at import and shared by all results.
std::array<PyObject*, Move::kCodes> shared_moves{};

void make_shared_moves() {
  const auto make = [](Move move) {
    shared_moves[static_cast<std::size_t>(move.code())] = nb::cast(move).release().ptr();
  };
  for (int row = 0; row < kMaxSize; ++row)
    for (int column = 0; column < kMaxSize; ++column) make(Move::at(row, column));
  make(Move::swap());
}

nb::object python_move(Move move) { return nb::borrow(shared_moves[static_cast<std::size_t>(move.code())]); }

nb::object python_moves(const Position& position) {
  if (position.winner()) return nb::list();
  const Board& board = position.board();
  const bool swap = position.can_swap();
  // Set in place: on a board of 121 cells, appending takes several times as long as the scan itself.
  nb::object list = nb::steal(PyList_New(board.cells() - board.stones() + (swap ? 1 : 0)));
  Py_ssize_t next = 0;
  const auto put = [&](Move move) { PyList_SetItem(list.ptr(), next++, python_move(move).release().ptr()); };
  for (int row = 0, cell = 0; row < board.size(); ++row)
    for (int column = 0; column < board.size(); ++column)
      if (board.at(cell++) == Stone::None) put(Move::at(row, column));
  if (swap) put(Move::swap());
  return list;
}

using State = std::tuple<Rules, std::string, int>;

void bind_rules(nb::module_& module) {
  nb::class_<Rules>(module, "HexRules", nb::is_final(), "The board size, the side that moves first, and the swap rule.")
      .def("__init__", [](Rules* self, int size, int first, bool swap) {
             if (size < 1 || size > kMaxSize) throw OptionError("the size of a Hex board must be 1 to 26");
             new (self) Rules{size, first ? Side::Blue : Side::Red, swap};
           }, "size"_a, "first"_a, "swap"_a)
      .def_ro("size", &Rules::size)
      .def_prop_ro("first", [](const Rules& rules) { return static_cast<int>(rules.first); })
      .def_ro("swap", &Rules::swap)
      .def("__reduce__", [](nb::handle_t<Rules> self) {
        const auto& rules = value_of<Rules>(self);
        return std::tuple(nb::borrow(self.type()), std::tuple(rules.size, static_cast<int>(rules.first), rules.swap));
      }, nb::sig("def __reduce__(self) -> tuple[typing.Any, ...]"));
}

void bind_move(nb::module_& module) {
  nb::class_<Move>(module, "HexMove", nb::is_final(), "A cell, or the swap that the second player may choose as the first move.")
      .def("__init__", [](Move* self, int row, int column) { new (self) Move(Move::cell(row, column)); }, "row"_a,
           "column"_a, "Create a cell from row and column, which start at 0. Raise InvalidMoveError if they are out of range.")
      .def("__init__", [](Move* self, const nb::str& text) { new (self) Move(Move::parse(ascii(text))); }, "text"_a,
           "Parse `a1`, `k11` or `swap-pieces`. Raise InvalidMoveError for any other text.")
      .def_prop_ro("is_swap", &Move::is_swap, "True for the swap, whose row and column are meaningless.")
      .def_prop_ro("row", &Move::row, "The row, from 0 at the top.")
      .def_prop_ro("column", &Move::column, "The column, from 0 on the left.")
      .def("__str__", &Move::text)
      .def("__repr__", [](Move self) { return "<hex move " + self.text() + ">"; })
      .def("__hash__", [](Move self) { return self.code(); })
      .def("__eq__", [](Move a, Move b) { return a == b; }, nb::is_operator(),
           nb::sig("def __eq__(self, other: object, /) -> bool"))
      .def("__lt__", [](Move a, Move b) { return a < b; }, nb::is_operator())
      .def("__reduce__", [](nb::handle_t<Move> self) {
        return std::tuple(nb::borrow(self.type()), std::tuple(value_of<Move>(self).text()));
      }, nb::sig("def __reduce__(self) -> tuple[typing.Any, ...]"));
  make_shared_moves();
}

void bind_position(nb::module_& module) {
  nb::class_<Position>(module, "HexPosition", "The native part of a Hex position.")
      .def("__init__", [](Position* self, const Rules& rules) { new (self) Position(Position::initial(rules)); },
           "rules"_a, "Create the initial position of a game.")
      .def("__init__", [](Position* self, const Rules& rules, const nb::str& rows, int side) {
             new (self) Position(rules, ascii(rows), side ? Side::Blue : Side::Red);
           }, "rules"_a, "rows"_a, "side"_a, "Create a position from size * size characters of `.rb`, row by row. Raise PositionError if they are not valid.")
      .def_prop_ro("rules", &Position::rules, nb::rv_policy::copy)
      .def_prop_ro("rows", &Position::rows, "The cells row by row as characters of `.rb`.")
      .def_prop_ro("key", &Position::key, "The 64-bit Zobrist key of stones and side to move.")
      .def_prop_ro("side_index", [](const Position& position) { return static_cast<int>(position.turn()); })
      .def_prop_ro("stones", [](const Position& position) { return position.board().stones(); },
                   "The number of stones on the board.")
      .def_prop_ro("can_swap", &Position::can_swap, "True if the side to move may swap.")
      .def_prop_ro("winner_index", [](const Position& position) {
             const auto winner = position.winner();
             return winner ? static_cast<int>(*winner) : -1;
           }, "The side that has connected its edges, or -1.")
      .def("legal_moves", &python_moves, "Return the legal moves in ascending order; empty only if the game is over.",
           nb::sig("def legal_moves(self) -> list[HexMove]"))
      .def("play", [](nb::handle_t<Position> self, Move move) {
             return instance_of(self.type(), value_of<Position>(self).play(move));
           }, "move"_a, nb::sig("def play(self, move: HexMove) -> typing.Self"),
           "Return the position after a move. Raise IllegalMoveError with the reason if the move is illegal.")
      .def("play", [](nb::handle_t<Position> self, const nb::str& text) {
             return instance_of(self.type(), value_of<Position>(self).play(Move::parse(ascii(text))));
           }, "text"_a, nb::sig("def play(self, text: str) -> typing.Self"),
           "Return the position after a move as text. Raise MoveError if it is not a legal move.")
      .def("parse_move", [](const Position& position, const nb::str& text) {
             const Move move = Move::parse(ascii(text));
             if (const auto reason = position.why_illegal(move); !reason.empty())
               throw IllegalMove(move.text() + " is illegal: " + reason);
             return python_move(move);
           }, "text"_a, nb::sig("def parse_move(self, text: str) -> HexMove"),
           "Parse a legal move: `a1` or `swap-pieces`. Raise MoveError if it is not one.")
      .def("format_move", [](const Position&, Move move) { return move.text(); }, "move"_a, "Return the move as text.")
      .def("__eq__", [](const Position& a, const Position& b) { return a == b; }, nb::is_operator(),
           nb::sig("def __eq__(self, other: object, /) -> bool"))
      .def("__hash__", [](const Position& position) { return position.key() >> 3; })
      .def("__copy__", [](nb::handle_t<Position> self) { return nb::borrow(self); },
           nb::sig("def __copy__(self) -> typing.Self"))
      .def("__deepcopy__", [](nb::handle_t<Position> self, nb::handle) { return nb::borrow(self); }, "memo"_a,
           nb::sig("def __deepcopy__(self, memo: object) -> typing.Self"))
      .def("__getstate__", [](const Position& position) {
             return State(position.rules(), position.rows(), static_cast<int>(position.turn()));
           })
      .def("__setstate__", [](Position& self, const State& state) {
        const auto& [rules, rows, side] = state;
        new (&self) Position(rules, rows, side ? Side::Blue : Side::Red);
      });
}

std::size_t code(Move move) { return static_cast<std::size_t>(move.code()); }

struct SgfTraits {
  using Position = hex::Position;
  using Head = SgfRoot;

  static auto read_head(std::string_view text, std::size_t at, Head& root) { return read_sgf_root(text, at, root); }
  static auto parts(const Head& root) {
    std::array<std::optional<std::string_view>, 7> parts;
    std::copy_n(root.values.begin(), 6, parts.begin());
    if (root.first_move) parts[6] = root.first_move == 'B' ? "B" : "W";
    return parts;
  }
  static auto players(const Head& root) {
    const auto name = [&](SgfRoot::Name side) {
      const std::string_view value = root.value(side, "[?]");
      return value.substr(1, value.size() - 2);
    };
    return std::pair(name(SgfRoot::Black), name(SgfRoot::White));
  }
  static auto scan_moves(std::string_view text, std::size_t at, const Head& root, const Position& start, std::vector<Key>& keys) {
    return scan_sgf_moves(text, at, root, start, keys);
  }
};

}  // namespace

void bind_hex(nb::module_& module) {
  bind_rules(module);
  bind_move(module);
  bind_position(module);
  bind_batch<hex::BatchRow>(module, "HexBatch",
      "A batch of Hex games that are stepped together. An action is a cell, row * size + column, or, with the swap "
      "rule, size * size for the swap.");
  bind_movetext<Movetext<Position, Move, &play_movetext, &code, Move::kCodes>>(module, "HexMovetext",
      "Reads consecutive moves in SGF: ;B[a1];W[b2].");
  bind_scanner<SgfTraits>(module, "HexScanner", "Reads plain SGF games into an index, fast.",
      "def __init__(self, start_of: collections.abc.Callable[..., tuple[HexPosition, int] | None]) -> None");
  module.def("hex_perft", [](const Position& position, int depth) {
        check_perft_depth(depth);
        nb::gil_scoped_release released;
        return perft(position, depth, &check_signals);
      }, "position"_a, "depth"_a, "Count the move sequences of the given length; a game that is over has none.");
  module.def("hex_random_games", [](const Position& start, std::int64_t games, std::uint64_t seed) {
        nb::gil_scoped_release released;
        return as_tuple(random_games(start, games, seed, &check_signals));
      }, "start"_a, "games"_a, "seed"_a,
      "Play random games. Return the wins by side, the draws and the number of moves.");
}

}  // namespace crownbridge::bindings
