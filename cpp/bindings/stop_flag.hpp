#pragma once

#include <atomic>

namespace crownbridge::bindings {

// Set from any thread to end a search.
struct StopFlag {
  std::atomic<bool> set = false;
};

}  // namespace crownbridge::bindings
