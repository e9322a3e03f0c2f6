#include <nanobind/stl/array.h>
#include <nanobind/stl/function.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>

#include <cmath>
#include <optional>

#include "bindings/bindings.hpp"
#include "bindings/run_search.hpp"
#include "checkers/faulty_search.hpp"
#include "checkers/minimax.hpp"
#include "checkers/search.hpp"

namespace crownbridge::bindings {

using namespace checkers;

namespace {

constexpr int kMaxFaultyDepth = 8;
constexpr int kMaxFaultyValue = 1'000;
constexpr Score kMaxPieceValue = 100'000'000;  // the sum over 24 pieces does not overflow

using PythonSearch = SingleThreaded<Search>;

void check_noise(Score noise) {
  if (noise < 0 || noise > kMaxEvaluation) throw nb::value_error("noise must be 0 to 5,000");
}

void bind_evaluation(nb::module_& module) {
  nb::class_<Evaluation>(module, "CheckersEvaluation", "A static evaluation function.")
      .def_static("hand_written", [] { return Evaluation(HandWritten{}); }, "Return the hand-crafted evaluation.")
      .def_static("piece_tables", [](const std::array<Score, kSquares>& man, const std::array<Score, kSquares>& king, double trade) {
             if (!(trade >= 0 && std::isfinite(trade))) throw nb::value_error("trade must be finite and not negative");
             for (const auto& table : {man, king})
               if (std::ranges::any_of(table, [](Score value) { return value < -kMaxPieceValue || value > kMaxPieceValue; }))
                 throw nb::value_error("the value of a piece must be -100,000,000 to 100,000,000");
             return Evaluation(PieceTables{man, king, trade});
           }, "man"_a, "king"_a, "trade"_a = 0.0,
           "Return an evaluation by piece-square tables: the values of a man and of a king on squares 1 to 32, seen from "
           "their own back rank, in hundredths of a man. If `trade` is positive, a lead counts more with fewer pieces.")
      .def_static("network", [](nb::bytes weights) {
             return Evaluation(Network({static_cast<const std::byte*>(weights.data()), weights.size()}));
           }, "weights"_a, "Return the network with the bytes of a weights file. Raise OptionError if they are not valid.")
      .def("__call__", [](const Evaluation& evaluation, const Position& position) {
             return std::visit([&](const auto& kind) { return kind(position.board()); }, evaluation);
           }, "position"_a, "Evaluate a position for the side to move, in hundredths of a man.");
}

void bind_search(nb::module_& module) {
  nb::class_<SearchReport>(module, "CheckersSearchReport", "The result of a search so far.")
      .def_ro("depth", &SearchReport::depth, "The last completed depth.")
      .def_ro("score", &SearchReport::score, "The score for the side to move, in hundredths of a man; wins are above 10000.")
      .def_ro("nodes", &SearchReport::nodes, "The number of nodes searched.")
      .def_ro("table_hits", &SearchReport::table_hits, "The number of endgame table hits.")
      .def_ro("seconds", &SearchReport::seconds, "The time used.")
      .def_ro("fullness", &SearchReport::fullness, "The share of the transposition table in use, in permille.")
      .def_ro("line", &SearchReport::line, "The principal variation; its first move is the best move.");
  nb::class_<PythonSearch>(module, "CheckersSearch",
                           "A principal variation search that keeps its transposition table between calls. For one thread at a time.")
      .def("__init__", [](PythonSearch* self, const Evaluation& evaluation, std::size_t megabytes, int threads, Score noise,
                          std::uint64_t seed, std::shared_ptr<const endgame::Tables> tables, const Evaluation* kth) {
             check_megabytes(megabytes);
             check_threads(threads);
             check_noise(noise);
             const auto other = kth ? std::optional(*kth) : std::nullopt;
             new (self) PythonSearch(evaluation, SearchOptions{megabytes, threads, noise, seed, std::move(tables), other});
           }, "evaluation"_a, "megabytes"_a = 64, "threads"_a = 1, "noise"_a = 0, "seed"_a = 0, "tables"_a = nb::none(),
           "kth"_a = nb::none(), "`kth` evaluates instead where moves of men do not reset the draw counter, as under KTH rules.")
      .def("run", [](PythonSearch& search, const Position& position, std::optional<int> depth, std::optional<std::uint64_t> nodes,
                     std::optional<double> seconds, std::optional<double> soft_seconds, StopFlag* stop,
                     const std::optional<nb::callable>& progress) {
             if (position.verdict() != Verdict::Live) throw nb::value_error("the game is over: there is no move to search");
             check_limit(depth, "depth");
             check_limit(seconds, "seconds");
             check_limit(soft_seconds, "soft_seconds");
             return run_search(search, position, SearchLimits{depth, nodes, seconds, soft_seconds}, stop, progress);
           }, "position"_a, "depth"_a = nb::none(), "nodes"_a = nb::none(), "seconds"_a = nb::none(),
           "soft_seconds"_a = nb::none(), "stop"_a = nb::none(), "progress"_a = nb::none(),
           "Return the best move, in `line`, within the limits: depth, nodes, seconds, and soft seconds, after which no deeper "
           "iteration starts. `progress` is called after every finished depth.",
           nb::sig("def run(self, position: CheckersPosition, depth: int | None = None, nodes: int | None = None, "
                   "seconds: float | None = None, soft_seconds: float | None = None, stop: StopFlag | None = None, "
                   "progress: Callable[[CheckersSearchReport], None] | None = None) -> CheckersSearchReport"))
      .def("forget", [](PythonSearch& search) {
             const BusyGuard guard(search.busy, "search");
             search.forget();
           }, "Clear the transposition table.");
}

void bind_minimax(nb::module_& module) {
  module.def("checkers_minimax", [](const Position& position, const Evaluation& evaluation, int depth, bool alpha_beta,
                                    bool cache, bool reorder_moves, std::optional<double> seconds,
                                    std::optional<std::uint64_t> nodes, Score noise, std::uint64_t seed, StopFlag* stop) {
        if (position.verdict() != Verdict::Live) throw nb::value_error("the game is over: there is no move to search");
        if (depth < 0 || depth > kMaxPly) throw nb::value_error("the depth must be 0 to 128");
        check_limit(seconds, "seconds");
        check_noise(noise);
        StopFlag never;
        nb::gil_scoped_release released;
        return minimax(position, evaluation, {depth, alpha_beta, cache, reorder_moves, seconds, nodes, noise, seed},
                       (stop ? stop : &never)->set, &check_signals);
      }, "position"_a, "evaluation"_a, "depth"_a, "alpha_beta"_a = true, "cache"_a = true, "reorder_moves"_a = true,
      "seconds"_a = nb::none(), "nodes"_a = nb::none(), "noise"_a = 0, "seed"_a = 0, "stop"_a = nb::none(),
      "Return the best move of a search to a fixed depth or, once seconds or nodes are used up, the best of the moves searched so "
      "far. The switches change the work, never the score.");
}

void bind_faulty_search(nb::module_& module) {
  const FaultySearch sound;
  module.def("checkers_faulty_values", [](const Position& position, int depth, bool follows_captures, bool stands_pat, bool negates_captures,
                                          bool cooperates, int longest_seen, int most_jumps, bool kings_jump_forward, bool men_jump_backward,
                                          bool continues_after_crowning, bool optional_captures, bool own_square_blocks, bool first_piece_only,
                                          bool longest_only, bool removes_first_only, const std::array<std::uint32_t, 2>& crowned_at, int man,
                                          int king, int enemy_king, int sign, int view) {
        if (depth < 1 || depth > kMaxFaultyDepth) throw nb::value_error("the depth must be 1 to 8");
        for (const int value : {man, king, enemy_king})
          if (value < 0 || value > kMaxFaultyValue) throw nb::value_error("the value of a piece must be 0 to 1,000");
        if (sign != 1 && sign != -1) throw nb::value_error("sign must be 1 or -1");
        if (view < -1 || view > 1) throw nb::value_error("view must be -1, 0 or 1");
        if (longest_seen < 0 || most_jumps < 1) throw nb::value_error("a capture takes at least one piece");
        const FaultySearch search{.depth = depth, .follows_captures = follows_captures, .stands_pat = stands_pat,
                                  .negates_captures = negates_captures, .cooperates = cooperates, .longest_seen = longest_seen,
                                  .most_jumps = most_jumps, .kings_jump_forward = kings_jump_forward,
                                  .men_jump_backward = men_jump_backward, .continues_after_crowning = continues_after_crowning,
                                  .optional_captures = optional_captures, .own_square_blocks = own_square_blocks,
                                  .first_piece_only = first_piece_only, .longest_only = longest_only,
                                  .removes_first_only = removes_first_only, .crowned_at = crowned_at, .man = man, .king = king,
                                  .enemy_king = enemy_king, .sign = sign, .view = view};
        const nb::gil_scoped_release released;
        return faulty_values(position, search);
      }, "position"_a, "depth"_a, nb::kw_only(), "follows_captures"_a = sound.follows_captures, "stands_pat"_a = sound.stands_pat,
      "negates_captures"_a = sound.negates_captures, "cooperates"_a = sound.cooperates, "longest_seen"_a = sound.longest_seen,
      "most_jumps"_a = sound.most_jumps, "kings_jump_forward"_a = sound.kings_jump_forward,
      "men_jump_backward"_a = sound.men_jump_backward, "continues_after_crowning"_a = sound.continues_after_crowning,
      "optional_captures"_a = sound.optional_captures, "own_square_blocks"_a = sound.own_square_blocks,
      "first_piece_only"_a = sound.first_piece_only, "longest_only"_a = sound.longest_only,
      "removes_first_only"_a = sound.removes_first_only, "crowned_at"_a = sound.crowned_at, "man"_a = sound.man, "king"_a = sound.king,
      "enemy_king"_a = sound.enemy_king, "sign"_a = sound.sign, "view"_a = sound.view,
      "Return the values of all legal moves, in their order, as seen by a search to a fixed depth with the given errors.");
}

}  // namespace

void bind_checkers_engine(nb::module_& module) {
  bind_evaluation(module);
  bind_search(module);
  bind_minimax(module);
  bind_faulty_search(module);
}

}  // namespace crownbridge::bindings
