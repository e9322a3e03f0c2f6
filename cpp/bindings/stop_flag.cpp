#include "bindings/stop_flag.hpp"

#include "bindings/bindings.hpp"

namespace crownbridge::bindings {

void bind_stop_flag(nb::module_& module) {
  nb::class_<StopFlag>(module, "StopFlag", "Ends the searches that it was given to.")
      .def(nb::init<>())
      .def("set", [](StopFlag& flag) { flag.set = true; }, "Ends them, from any thread: within a millisecond at checkers, at Hex after the position in hand.")
      .def_prop_ro("is_set", [](const StopFlag& flag) { return flag.set.load(); });
}

}  // namespace crownbridge::bindings
