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

// What Python is told: the piece count, the step in work, and the done fraction.
using PythonReport = std::function<void(int, const std::string&, double)>;

Report reporting_to(const PythonReport& report) {
  return [&report](const Progress& progress) {
    check_signals();
    nb::gil_scoped_acquire held;
    report(progress.pieces, progress.step, progress.fraction);
  };
}

std::tuple<int, int> probe(const Tables& tables, const checkers::Position& position) {
  const Board& board = position.board();
  const int pieces = __builtin_popcountll(board.pieces[0] | board.pieces[1]);
  if (pieces > tables.pieces()) {
    const std::string cost = pieces < kMostPieces ? "" : ", which is thought to take hours and 10 GB of memory and disk,";
    const std::string remedy =
        "; make larger ones" + cost + " with: crownbridge tables build --pieces " + std::to_string(pieces);
    throw PositionError("there are " + std::to_string(pieces) + " pieces on the board, and endgame tables for up to " +
                        std::to_string(tables.pieces()) + (pieces > kMostPieces ? "" : remedy));
  }
  const Value value = tables.probe(board);
  return {value.result, value.need};
}

}  // namespace

void bind_endgame(nb::module_& module) {
  module.attr("CHECKERS_TABLES_FEWEST_PIECES") = kFewestPieces;
  module.attr("CHECKERS_TABLES_MOST_PIECES") = kMostPieces;
  module.attr("CHECKERS_TABLES_MOST_WITH_NEEDS") = kMostWithNeeds;
  module.attr("CHECKERS_TABLES_COUNTER") = kCounter;
  nb::class_<File>(module, "CheckersTableFile", nb::is_final(), "An endgame table: all positions with so many pieces.")
      .def("__init__", [](File* self, const std::string& path) {
             new (self) File(path);
             try {
               self->check();
               self->require_whole();
             } catch (...) {
               self->~File();
               throw;
             }
           }, "path"_a, "Opens and checks a file. Raises TableError.")
      .def_prop_ro("path", [](const File& file) { return file.path().string(); })
      .def_prop_ro("pieces", &File::pieces)
      .def_prop_ro("bytes", &File::bytes)
      .def_prop_ro("checksum", &File::checksum)
      .def_prop_ro("won", [](const File& file) { return file.census().won; }, "Positions won for the side to move.")
      .def_prop_ro("drawn", [](const File& file) { return file.census().drawn; })
      .def_prop_ro("lost", [](const File& file) { return file.census().lost; })
      .def_prop_ro("beyond", [](const File& file) { return file.census().beyond; },
                   "Positions won or lost, but drawn under every draw counter of the KTH rules.")
      .def_prop_ro("longest", [](const File& file) { return file.census().longest; }, "The largest need.")
      .def_prop_ro("slices", [](const File& file) {
             std::vector<std::tuple<std::string, std::uint64_t, std::uint64_t, std::uint64_t>> slices;
             for (const Slice& slice : file.slices())
               slices.emplace_back(slice.material.name(), slice.census.won, slice.census.drawn, slice.census.lost);
             return slices;
           }, "Each material, own pieces first, and how many positions of it are won, drawn and lost.");
  nb::class_<Tables>(module, "CheckersTables", nb::is_final(), "The perfect value of every position with few pieces.")
      .def_static("open", [](const std::vector<std::string>& folders, int most_pieces) {
             const std::vector<std::filesystem::path> paths(folders.begin(), folders.end());
             nb::gil_scoped_release released;
             return std::const_pointer_cast<Tables>(Tables::open(std::span(paths), most_pieces));
           }, "folders"_a, "most_pieces"_a = kMostPieces,
           "The tables for 2, 3, ... pieces, each from the first folder that has it. Raises TableError.")
      .def_prop_ro("pieces", &Tables::pieces, "How many pieces a position may have.")
      .def_prop_ro("files", [](const Tables& tables) {
             std::vector<std::shared_ptr<File>> files;
             for (const auto& file : tables.files()) files.push_back(std::const_pointer_cast<File>(file));
             return files;
           })
      .def("probe", &probe, "position"_a,
           "The result for the side to move, +1, 0 or -1, and its need. Raises PositionError when there are too many pieces.");
  module.def("checkers_build_tables",
             [](const std::string& folder, int pieces, int threads, const PythonReport& report) {
        check_threads(threads);
        nb::gil_scoped_release released;
        build(folder, pieces, threads, reporting_to(report));
      }, "folder"_a, "pieces"_a, "threads"_a, "report"_a,
      "Makes the table for that many pieces, and those for fewer that are missing, or goes on doing so. Calls "
      "report(pieces, step, fraction) now and then. Raises TableError.");
  module.def("checkers_verify_tables",
             [](const Tables& tables, int pieces, int every, int threads, const PythonReport& report) {
        check_threads(threads);
        if (every < 1) throw nb::value_error("every is at least 1");
        nb::gil_scoped_release released;
        return verify(tables, pieces, every, threads, paced(reporting_to(report)));
      }, "tables"_a, "pieces"_a, "every"_a, "threads"_a, "report"_a,
      "Works out every n-th value anew from its successors and gives their number. Raises TableError if one is wrong.");
}

}  // namespace crownbridge::bindings
