#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>

#include <cmath>
#include <optional>

#include "bindings/bindings.hpp"
#include "bindings/python_evaluator.hpp"
#include "bindings/run_search.hpp"
#include "hex/network_evaluator.hpp"
#include "hex/playout_evaluator.hpp"
#include "hex/search.hpp"

namespace crownbridge::bindings {

using namespace hex;

namespace {

// Defaults for a network or an evaluator in Python, tuned by matches.
constexpr float kExploration = 0.6F;
constexpr float kTemperature = 0.25F;

using PythonSearch = SingleThreaded<Search>;

std::shared_ptr<const Evaluator> evaluator_of(const std::optional<nb::callable>& evaluator, int batch, float exploration,
                                              float temperature) {
  std::shared_ptr<CachedNetwork> network;
  if (evaluator && nb::try_cast(*evaluator, network))
    return std::make_shared<NetworkEvaluator>(std::move(network), batch, exploration, temperature);
  if (evaluator) return std::make_shared<PythonEvaluator>(*evaluator, batch, exploration, temperature);
  return std::make_shared<PlayoutEvaluator>();
}

using Boards = nb::ndarray<const std::int8_t, nb::ndim<3>, nb::c_contig, nb::device::cpu>;

// Makes an array of NumPy from a vector.
nb::object to_numpy(std::vector<float> numbers, std::initializer_list<std::size_t> shape) {
  auto* const held = new std::vector<float>(std::move(numbers));
  nb::capsule owner(held, [](void* p) noexcept { delete static_cast<std::vector<float>*>(p); });
  return nb::cast(nb::ndarray<nb::numpy, float>(held->data(), shape, owner));
}

// Evaluates boards by a network, with or without a cache, while other threads of Python run.
template <class Judge>
nb::tuple evaluate(const Judge& judge, const Boards& boards) {
  const std::size_t count = boards.shape(0), size = boards.shape(1), cells = size * size;
  if (boards.shape(2) != size || !size || size > static_cast<std::size_t>(kMaxSize))
    throw nb::value_error("boards must be int8[positions, size, size]");
  std::vector<float> chances(count), logits(count * cells);
  {
    const nb::gil_scoped_release released;
    judge.evaluate(boards.data(), count, static_cast<int>(size), chances.data(), logits.data());
  }
  return nb::make_tuple(to_numpy(std::move(chances), {count}), to_numpy(std::move(logits), {count, cells}));
}

void bind_network(nb::module_& module) {
  constexpr auto evaluation =
      "self, boards: numpy.typing.NDArray[numpy.int8]) -> tuple[numpy.typing.NDArray[numpy.float32], "
      "numpy.typing.NDArray[numpy.float32]]";
  static const std::string evaluate_signature = std::string("def evaluate(") + evaluation;
  static const std::string call_signature = std::string("def __call__(") + evaluation;
  nb::class_<CachedNetwork>(module, "HexNetwork",
                            "The policy and value network. Thread-safe; its results are equal with all instruction sets.")
      .def("__init__", [](CachedNetwork* self, const nb::bytes& file, const std::string& instructions) {
             new (self) CachedNetwork({file.c_str(), file.size()}, instructions);
           }, "file"_a, "instructions"_a = "",
           "Read the content of a network's file; raise ValueError if it is not one. `instructions` is one of "
           "`instruction_sets()`, by default the first.")
      .def_static("instruction_sets", &Network::instruction_sets, "The instruction sets that this processor has, the fastest first.")
      .def("evaluate", [](const CachedNetwork& self, const Boards& boards) { return evaluate(self.network(), boards); }, "boards"_a,
           nb::sig(evaluate_signature.c_str()),
           "Return the win chances of the side to move, float32[positions], and the logits of the win chances of its moves, "
           "float32[positions, size * size]. Boards are int8[positions, size, size] as seen by that side, which connects top and "
           "bottom, with 1 for its stones and -1 for the other's.")
      .def("__call__", [](const CachedNetwork& self, const Boards& boards) { return evaluate(self, boards); }, "boards"_a,
           nb::sig(call_signature.c_str()), "Return the same as `evaluate`, from the cache where possible.")
      .def_prop_ro("cached", &CachedNetwork::cached, "The number of evaluations in the cache.");
}

void bind_report(nb::module_& module) {
  nb::class_<SearchReport>(module, "HexSearchReport", "The result of a search so far.")
      .def_ro("iterations", &SearchReport::iterations, "The number of iterations of this search, each of which evaluates a leaf.")
      .def_ro("seconds", &SearchReport::seconds, "The time used.")
      .def_ro("win_chance", &SearchReport::win_chance, "The win chance of the side to move; exactly 0 or 1 only if proven.")
      .def_prop_ro("winner_index", [](const SearchReport& report) {
             return report.winner ? static_cast<int>(*report.winner) : -1;
           }, "The side that wins with perfect play, or -1 if that is not proven.")
      .def_ro("fullness", &SearchReport::fullness, "The share of the tree's memory in use, 0 to 1.")
      .def_ro("line", &SearchReport::line, "The principal variation; its first move is the best move.")
      .def_ro("other_lines", &SearchReport::other_lines,
              "The variations after up to nine other moves, the most visited first.")
      .def_prop_ro("candidates", [](const SearchReport& report) {
             std::vector<std::tuple<Move, std::uint32_t, double>> candidates;
             for (const Candidate& candidate : report.candidates)
               candidates.emplace_back(candidate.move, candidate.visits, candidate.win_chance);
             return candidates;
           }, "The root moves, each with its visits and win chance.");
}

constexpr int kMaxBatch = 4'096;

}  // namespace

void bind_hex_engine(nb::module_& module) {
  bind_network(module);
  bind_report(module);
  nb::class_<PythonSearch>(module, "HexSearch",
                           "A Monte Carlo tree search that reuses its tree between calls. For one thread at a time.")
      .def("__init__", [](PythonSearch* self, const std::optional<nb::callable>& evaluator, int batch, std::size_t megabytes,
                          int threads, double noise, std::uint64_t seed, std::optional<std::uint32_t> prune_after,
                          float exploration, float temperature) {
             if (batch < 1 || batch > kMaxBatch || !(noise >= 0 && std::isfinite(noise)))
               throw nb::value_error("batch must be 1 to 4,096, and noise must be finite and not negative");
             if (!(exploration >= 0 && temperature > 0 && std::isfinite(exploration + temperature)))
               throw nb::value_error("exploration must not be negative, and temperature must be positive");
             check_megabytes(megabytes);
             check_threads(threads);
             new (self) PythonSearch(evaluator_of(evaluator, batch, exploration, temperature),
                                    SearchOptions{megabytes, threads, noise, seed, prune_after});
           }, "evaluator"_a = nb::none(), "batch"_a = 8, "megabytes"_a = SearchOptions{}.megabytes, "threads"_a = 1,
           "noise"_a = 0.0, "seed"_a = 0, "prune_after"_a = SearchOptions{}.prune_after,
           "exploration"_a = kExploration, "temperature"_a = kTemperature,
           "Without an evaluator, leaves are evaluated by random playouts. An evaluator takes int8[positions, size, size]: each "
           "board as seen by the side to move, which connects top and bottom, with 1 for its stones and -1 for the other's. It "
           "returns float32[positions], the win chances of that side, and float32[positions, size * size], the logits of the win "
           "chances of its moves, which are their values before the first visit. `exploration` is the PUCT constant; "
           "`temperature` divides the logits to make priors. Nodes with `prune_after` visits, and the root at once, are pruned "
           "by H-search and inferior cells; with None, never.",
           nb::sig("def __init__(self, evaluator: Callable[[numpy.typing.NDArray[numpy.int8]], "
                   "tuple[numpy.typing.NDArray[numpy.float32], numpy.typing.NDArray[numpy.float32]]] | None = None, "
                   "batch: int = 8, megabytes: int = 256, threads: int = 1, noise: float = 0.0, seed: int = 0, "
                   "prune_after: int | None = 1000, exploration: float = 0.6, temperature: float = 0.25) -> None"))
      .def("run", [](PythonSearch& search, const Position& position, std::optional<std::uint64_t> iterations,
                     std::optional<double> seconds, std::optional<double> soft_seconds, StopFlag* stop,
                     const std::optional<nb::callable>& progress) {
             if (position.winner()) throw nb::value_error("the game is over: there is no move to search");
             check_limit(seconds, "seconds");
             check_limit(soft_seconds, "soft_seconds");
             return run_search(search, position, SearchLimits{iterations, seconds, soft_seconds}, stop, progress);
           }, "position"_a, "iterations"_a = nb::none(), "seconds"_a = nb::none(), "soft_seconds"_a = nb::none(),
           "stop"_a = nb::none(), "progress"_a = nb::none(),
           "Return the best move except the swap, in `line`, within the limits: iterations, seconds, and soft seconds, after which "
           "the search ends once the most visited move is also the best. `progress` is called a few times a second, and at the end.",
           nb::sig("def run(self, position: HexPosition, iterations: int | None = None, seconds: float | None = None, "
                   "soft_seconds: float | None = None, stop: StopFlag | None = None, "
                   "progress: Callable[[HexSearchReport], None] | None = None) -> HexSearchReport"))
      .def("forget", [](PythonSearch& search) {
             const BusyGuard guard(search.busy, "search");
             search.forget();
           }, "Clear the tree.");
}

}  // namespace crownbridge::bindings
