#include "bindings/bindings.hpp"

#include <exception>

#include "core/error.hpp"

namespace {

void raise(const char* name, const std::exception& error) {
  PyErr_SetString(nb::module_::import_("crownbridge.errors").attr(name).ptr(), error.what());
}

// Translates exceptions of the core to those of errors.py.
void translate(const std::exception_ptr& exception, void*) {
  try {
    std::rethrow_exception(exception);
  } catch (const crownbridge::OptionError& error) {
    raise("OptionError", error);
  } catch (const crownbridge::PositionError& error) {
    raise("PositionError", error);
  } catch (const crownbridge::InvalidMove& error) {
    raise("InvalidMoveError", error);
  } catch (const crownbridge::IllegalMove& error) {
    raise("IllegalMoveError", error);
  } catch (const crownbridge::AmbiguousMove& error) {
    raise("AmbiguousMoveError", error);
  } catch (const crownbridge::TableError& error) {
    raise("TableError", error);
  }
}

}  // namespace

NB_MODULE(_core, module) {
  module.doc() = "The native core: rules, playouts and search. Private; use crownbridge.games and crownbridge.engines.";
  // The shared move objects exist as long as the process, which nanobind would report as leaks.
  nb::set_leak_warnings(false);
  nb::register_exception_translator(&translate);
  crownbridge::bindings::bind_stop_flag(module);
  crownbridge::bindings::bind_line_index(module);
  crownbridge::bindings::bind_checkers(module);
  crownbridge::bindings::bind_checkers_engine(module);
  crownbridge::bindings::bind_endgame(module);
  crownbridge::bindings::bind_hex(module);
  crownbridge::bindings::bind_hex_engine(module);
  crownbridge::bindings::bind_hex_solver(module);
}
