#include "bindings/stop_flag.hpp"

#include "bindings/bindings.hpp"

namespace crownbridge::bindings {

void bind_stop_flag(nb::module_& module) {
  nb::class_<StopFlag>(module, "StopFlag", "A flag that stops the searches to which it is passed.")
      .def(nb::init<>())
      .def("set", [](StopFlag& flag) { flag.set = true; },
           "Stop the searches, from any thread: within a millisecond in checkers, after the current evaluation in Hex.")
      .def_prop_ro("is_set", [](const StopFlag& flag) { return flag.set.load(); });
}

}  // namespace crownbridge::bindings
