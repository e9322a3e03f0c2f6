#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "bindings/bindings.hpp"
#include "core/line_index.hpp"

namespace crownbridge::bindings {

using PythonLineIndex = SingleThreaded<LineIndex>;

// Reads the games of a text into an index. The Python function of the caller returns the start of a game and the seed of
// its keys for the parts of the text that determine them; its results are cached. Traits has for a file format:
//
//   Position, Head                        the position class, and what is read before the moves
//   read_head(text, at, head)             returns the index of the moves, or nothing
//   parts(head)                           returns the optional parts that determine the start, as a fixed-size array
//   players(head)                         returns the names by side
//   scan_moves(text, at, head, position, keys)  returns where the game ends and how, or nothing
template <class Traits>
class Scanner {
 public:
  using Position = typename Traits::Position;

  explicit Scanner(nb::object start_of) : start_of_(std::move(start_of)) {}

  std::size_t scan(PythonLineIndex& index, const nb::bytes& bytes, std::size_t at, std::uint64_t origin, std::size_t most) {
    const BusyGuard guard(index.busy, "index");
    const std::string_view text{bytes.c_str(), bytes.size()};
    nb::gil_scoped_release released;
    std::vector<std::uint64_t> keys;
    while (!index.is_full(most)) {
      typename Traits::Head head;
      const auto moves = Traits::read_head(text, at, head);
      const Start* start = moves ? start_of(head) : nullptr;
      if (!start) break;
      keys.assign(1, start->position.key());
      const auto game = Traits::scan_moves(text, *moves, head, start->position, keys);
      if (!game) break;
      const auto [first, second] = Traits::players(head);
      index.add(origin + at, game->end - at, game->ending, first, second, start->seed, keys);
      at = game->end;
    }
    return at;
  }

 private:
  struct Start {
    Position position;
    std::uint64_t seed;
  };
  static constexpr std::size_t kMaxStarts = 10'000;

  // Returns the start of a game, or null if the caller does not know it.
  const Start* start_of(const typename Traits::Head& head) {
    const auto parts = Traits::parts(head);
    name_.clear();
    for (const auto& part : parts) {
      name_ += part ? *part : std::string_view("\1");
      name_ += '\0';
    }
    auto found = starts_.find(name_);
    if (found == starts_.end()) {
      if (starts_.size() >= kMaxStarts) starts_.clear();
      found = starts_.emplace(name_, ask(parts)).first;
    }
    return found->second ? &*found->second : nullptr;
  }

  template <class Parts>
  std::optional<Start> ask(const Parts& parts) {
    nb::gil_scoped_acquire held;
    nb::list arguments;
    for (const auto& part : parts)
      if (part) arguments.append(nb::bytes(part->data(), part->size()));
      else arguments.append(nb::none());
    const nb::object answer = start_of_(*arguments);
    if (answer.is_none()) return std::nullopt;
    return Start{value_of<Position>(answer[0]), nb::cast<std::uint64_t>(answer[1])};
  }

  nb::object start_of_;
  std::unordered_map<std::string, std::optional<Start>> starts_;
  std::string name_;
};

template <class Traits>
void bind_scanner(nb::module_& module, const char* name, const char* doc, const char* signature) {
  nb::class_<Scanner<Traits>>(module, name, nb::is_final(), doc)
      .def(nb::init<nb::object>(), "start_of"_a,
           "`start_of` returns the start position of a game and the seed of its keys, or None. Its results are cached.",
           nb::sig(signature))
      .def("scan", &Scanner<Traits>::scan, "index"_a, "text"_a, "at"_a, "origin"_a, "most"_a,
           "Add the games of a text from `at` on to an index, until it has `most` positions; `origin` is the offset of the "
           "text in its file. Return the offset of the first game that was not added: the text may be cut off there, or "
           "the game may need a full parser.",
           nb::sig("def scan(self, index: LineIndex, text: bytes, at: int, origin: int, most: int) -> int"));
}

}  // namespace crownbridge::bindings
