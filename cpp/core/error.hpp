#pragma once

#include <stdexcept>

// Exceptions of the core. The bindings translate each into the Python exception of the same name in errors.py.
namespace crownbridge {

struct OptionError : std::invalid_argument { using std::invalid_argument::invalid_argument; };
struct PositionError : std::invalid_argument { using std::invalid_argument::invalid_argument; };
struct InvalidMove : std::invalid_argument { using std::invalid_argument::invalid_argument; };
struct IllegalMove : std::invalid_argument { using std::invalid_argument::invalid_argument; };
struct AmbiguousMove : std::invalid_argument { using std::invalid_argument::invalid_argument; };
struct TableError : std::runtime_error { using std::runtime_error::runtime_error; };

}  // namespace crownbridge
