#pragma once

#include <atomic>

namespace crownbridge::bindings {

// Flag to stop a search from any thread.
struct StopFlag {
  std::atomic<bool> set = false;
};

}  // namespace crownbridge::bindings
