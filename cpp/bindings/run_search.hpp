#pragma once

#include <nanobind/stl/optional.h>

#include <functional>
#include <optional>
#include <type_traits>

#include "bindings/bindings.hpp"
#include "bindings/stop_flag.hpp"

namespace crownbridge::bindings {

// Raises ValueError if the limit is negative or not a number.
template <class T>
void check_limit(const std::optional<T>& limit, const char* name) {
  if (limit && !(*limit >= T{})) throw nb::value_error((std::string(name) + " must not be negative").c_str());
}

// Runs a native search without the GIL. `progress` is called with the GIL; Ctrl-C ends the search.
template <class Search, class Position, class Limits>
auto run_search(SingleThreaded<Search>& search, const Position& position, const Limits& limits, StopFlag* stop,
                const std::optional<nb::callable>& progress) {
  using Report = decltype(search.run(position, limits));
  std::function<void(const Report&)> call;
  if (progress) call = [&](const Report& report) {
    nb::gil_scoped_acquire held;
    (*progress)(report);
  };
  const BusyGuard guard(search.busy, "search");
  StopFlag never;
  nb::gil_scoped_release released;
  return search.run(position, limits, (stop ? stop : &never)->set, call, &check_signals);
}

}  // namespace crownbridge::bindings
