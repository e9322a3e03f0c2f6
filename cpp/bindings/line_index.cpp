#include <nanobind/stl/pair.h>

#include "bindings/bindings.hpp"
#include "bindings/scanner.hpp"

namespace crownbridge::bindings {
namespace {

// Returns a NumPy array of shape (rows,), or (rows, width) if the width is not 0, filled by read(row, out).
template <class T, class Rows, class Read>
nb::object column(const Rows& rows, std::size_t width, Read&& read) {
  const std::size_t stride = width ? width : 1;
  auto* data = new T[rows.size() * stride + 1];
  nb::capsule owner(data, [](void* p) noexcept { delete[] static_cast<T*>(p); });
  for (std::size_t i = 0; i < rows.size(); ++i) read(rows[i], data + i * stride);
  const std::size_t shape[] = {rows.size(), width};
  return nb::cast(nb::ndarray<nb::numpy, T>(data, width ? 2 : 1, shape, owner));
}

nb::dict take(PythonLineIndex& index) {
  const BusyGuard guard(index.busy, "index");
  std::vector<LineIndex::Entry> entries;
  {
    nb::gil_scoped_release released;
    entries = index.sorted();
  }
  using Entry = LineIndex::Entry;
  using Game = LineIndex::Game;
  const auto& games = index.all_games();
  nb::dict columns;
  columns["keys"] = column<std::uint64_t>(entries, 0, [](const Entry& entry, auto* out) { *out = entry.key; });
  columns["next"] = column<std::uint32_t>(entries, 0, [](const Entry& entry, auto* out) { *out = entry.next; });
  columns["places"] = column<std::uint32_t>(entries, 0, [](const Entry& entry, auto* out) { *out = entry.place; });
  columns["begins"] = column<std::uint64_t>(games, 0, [](const Game& game, auto* out) { *out = game.begin; });
  columns["lengths"] = column<std::uint32_t>(games, 0, [](const Game& game, auto* out) { *out = game.length; });
  columns["players"] = column<std::uint32_t>(games, 2, [](const Game& game, auto* out) {
    out[0] = game.players[0];
    out[1] = game.players[1];
  });
  columns["plies"] = column<std::uint16_t>(games, 0, [](const Game& game, auto* out) { *out = game.plies; });
  columns["endings"] = column<std::uint8_t>(games, 0, [](const Game& game, auto* out) { *out = static_cast<std::uint8_t>(game.ending); });
  nb::list names;
  for (const std::string& name : index.names()) names.append(nb::bytes(name.data(), name.size()));
  columns["names"] = names;
  index.clear();
  return columns;
}

}  // namespace

void bind_line_index(nb::module_& module) {
  using Keys = nb::ndarray<const std::uint64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
  nb::class_<PythonLineIndex>(module, "LineIndex", nb::is_final(),
                              "Collects the positions of games as 64-bit keys and sorts them. Knows no rules.")
      .def(nb::init<>())
      .def_prop_ro("positions", [](const PythonLineIndex& index) { return index.positions(); }, "The number of positions.")
      .def_prop_ro("games", [](const PythonLineIndex& index) { return index.games(); }, "The number of games.")
      .def("is_full", [](const PythonLineIndex& index, std::size_t most) { return index.is_full(most); }, "most"_a,
           "Return True if there are `most` positions, or as many games as an index can hold.")
      .def("add", [](PythonLineIndex& index, std::uint64_t begin, std::size_t length, int ending,
                     const std::pair<nb::bytes, nb::bytes>& players, std::uint64_t seed, const Keys& keys) {
             const BusyGuard guard(index.busy, "index");
             if (keys.size() == 0 || ending < 0 || ending > 3) throw nb::value_error("a game needs keys and an ending 0 to 3");
             if (index.is_full(SIZE_MAX)) throw nb::value_error("the index is full");
             index.add(begin, length, static_cast<Ending>(ending), {players.first.c_str(), players.first.size()},
                       {players.second.c_str(), players.second.size()}, seed, {keys.data(), keys.size()});
           }, "begin"_a, "length"_a, "ending"_a, "players"_a, "seed"_a, "keys"_a,
           "Add a game: its place in a file, its ending (the side that won, 2 for a draw, 3 if unfinished), the players by "
           "side, and the keys of its positions, which `seed` changes.",
           nb::sig("def add(self, begin: int, length: int, ending: int, players: tuple[bytes, bytes], seed: int, "
                   "keys: numpy.typing.NDArray[numpy.uint64]) -> None"))
      .def("take", &take,
           "Return the columns of the index by name and clear it. Positions are sorted by key: `keys`, `next` (the low half "
           "of the key after the move, or 0) and `places` (the game, shifted by 14 bits, and the ply); games are in order: "
           "`begins`, `lengths`, `players` (numbers of names), `plies` and `endings`; and `names`.",
           nb::sig("def take(self) -> dict[str, typing.Any]"));
}

}  // namespace crownbridge::bindings
