#include <nanobind/stl/function.h>
#include <nanobind/stl/shared_ptr.h>

#include "bindings/bindings.hpp"
#include "checkers/endgame/build.hpp"
#include "checkers/endgame/verify.hpp"
#include "checkers/position.hpp"
#include "core/error.hpp"

namespace crownbridge::bindings {
namespace {

using namespace checkers;
using namespace checkers::endgame;

// Progress callback in Python: number of pieces, step, finished fraction.
using PythonCallback = std::function<void(int, const std::string&, double)>;

ProgressCallback python_callback(const PythonCallback& report) {
  return [&report](const Progress& progress) {
    check_signals();
    nb::gil_scoped_acquire held;
    report(progress.pieces, progress.step, progress.fraction);
  };
}

std::tuple<int, int, int> probe(const Tables& tables, const checkers::Position& position) {
  const Board& board = position.board();
  const int pieces = __builtin_popcountll(board.pieces[0] | board.pieces[1]);
  if (pieces > tables.pieces()) {
    const std::string cost = pieces < kMaxPieces ? "" : ", which may take hours and 10 GB of memory and disk,";
    const std::string remedy =
        "; build larger ones" + cost + " with: crownbridge tables build --pieces " + std::to_string(pieces);
    throw PositionError("there are " + std::to_string(pieces) + " pieces on the board, but endgame tables only for up to " +
                        std::to_string(tables.pieces()) + (pieces > kMaxPieces ? "" : remedy));
  }
  const Value value = tables.probe_closely(board);
  const int distance = value.min_distance > kCounter ? value.min_distance : value.distance;
  return {value.result, distance, distance - value.min_distance};
}

}  // namespace

void bind_endgame(nb::module_& module) {
  module.attr("CHECKERS_TABLES_FEWEST_PIECES") = kMinPieces;
  module.attr("CHECKERS_TABLES_MOST_PIECES") = kMaxPieces;
  module.attr("CHECKERS_TABLES_MOST_WITH_NEEDS") = kMaxPiecesWithDistances;
  module.attr("CHECKERS_TABLES_COUNTER") = kCounter;
  module.attr("CHECKERS_TABLES_NEED_STEP") = kDistanceStep;
  nb::class_<File>(module, "CheckersTableFile", nb::is_final(), "An endgame table: all positions with a given number of pieces.")
      .def("__init__", [](File* self, const std::string& path) {
             new (self) File(path);
             try {
               self->check();
               self->require_complete();
             } catch (...) {
               self->~File();
               throw;
             }
           }, "path"_a, "Open and check a file. Raise TableError if it is damaged.")
      .def_prop_ro("path", [](const File& file) { return file.path().string(); })
      .def_prop_ro("pieces", &File::pieces)
      .def_prop_ro("bytes", &File::bytes)
      .def_prop_ro("checksum", &File::checksum)
      .def_prop_ro("has_needs", &File::has_distances,
                   "Whether needs are stored, exact or rounded; early versions did not store those of 5 or more pieces.")
      .def_prop_ro("won", [](const File& file) { return file.statistics().won; }, "The number of positions that the side to move wins.")
      .def_prop_ro("drawn", [](const File& file) { return file.statistics().drawn; })
      .def_prop_ro("lost", [](const File& file) { return file.statistics().lost; })
      .def_prop_ro("beyond", [](const File& file) { return file.statistics().beyond; },
                   "The number of wins and losses that are draws under the KTH rules with any draw counter.")
      .def_prop_ro("longest", [](const File& file) { return file.statistics().longest; }, "The largest distance to conversion.")
      .def_prop_ro("slices", [](const File& file) {
             std::vector<std::tuple<std::string, std::uint64_t, std::uint64_t, std::uint64_t>> slices;
             for (const Slice& slice : file.slices())
               slices.emplace_back(slice.material.name(), slice.statistics.won, slice.statistics.drawn, slice.statistics.lost);
             return slices;
           }, "Each material, own pieces first, with its numbers of won, drawn and lost positions.");
  nb::class_<Tables>(module, "CheckersTables", nb::is_final(),
                     "Endgame tables: the game-theoretic value of every position with few pieces.")
      .def_static("open", [](const std::vector<std::string>& folders, int max_pieces) {
             const std::vector<std::filesystem::path> paths(folders.begin(), folders.end());
             nb::gil_scoped_release released;
             return std::const_pointer_cast<Tables>(Tables::open(std::span(paths), max_pieces));
           }, "folders"_a, "most_pieces"_a = kMaxPieces,
           "Open the tables for 2, 3, ... pieces, each from the first folder that has it. Raise TableError if one is damaged or "
           "none exists.")
      .def_prop_ro("pieces", &Tables::pieces, "The largest number of pieces that the tables cover.")
      .def_prop_ro("files", [](const Tables& tables) {
             std::vector<std::shared_ptr<File>> files;
             for (const auto& file : tables.files()) files.push_back(std::const_pointer_cast<File>(file));
             return files;
           })
      .def("probe", &probe, "position"_a,
           "Return the result for the side to move (+1, 0 or -1), the draw counter that it needs, which is the distance to "
           "conversion, and by how much that may be rounded up. Raise PositionError if there are too many pieces.");
  module.def("checkers_build_tables",
             [](const std::string& folder, int pieces, int threads, const PythonCallback& report) {
        check_threads(threads);
        nb::gil_scoped_release released;
        build(folder, pieces, threads, python_callback(report));
      }, "folder"_a, "pieces"_a, "threads"_a, "report"_a,
      "Build the table for a number of pieces, and those for fewer pieces that are missing. Resumes an interrupted build. "
      "Calls report(pieces, step, fraction) regularly. Raise TableError if a file cannot be written.");
  module.def("checkers_verify_tables",
             [](const Tables& tables, int pieces, int every, int threads, const PythonCallback& report) {
        check_threads(threads);
        if (every < 1) throw nb::value_error("every must be at least 1");
        nb::gil_scoped_release released;
        return verify(tables, pieces, every, threads, rate_limited(python_callback(report)));
      }, "tables"_a, "pieces"_a, "every"_a, "threads"_a, "report"_a,
      "Recompute every n-th value from its successors and return the number checked. Raise TableError if one is wrong.");
}

}  // namespace crownbridge::bindings
