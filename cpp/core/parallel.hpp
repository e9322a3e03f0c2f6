#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace crownbridge {

// Calls work(i) for every i below `count` on the given number of threads, including the calling thread. After each call
// of its own, the calling thread also calls pause(i), which may throw to cancel the loop. Rethrows the first exception
// of any thread.
template <class Work, class Pause>
void parallel_for(int threads, std::size_t count, Work&& work, Pause&& pause) {
  std::atomic<std::size_t> next = 0;
  std::exception_ptr first_exception;
  std::mutex exception_mutex;
  const auto loop = [&](auto&& after_each) {
    try {
      for (std::size_t i; (i = next.fetch_add(1)) < count;) {
        work(i);
        after_each(i);
      }
    } catch (...) {
      next = count;
      const std::scoped_lock lock(exception_mutex);
      if (!first_exception) first_exception = std::current_exception();
    }
  };
  std::vector<std::jthread> others;
  for (std::size_t i = 1; i < std::min(static_cast<std::size_t>(threads), count); ++i)
    others.emplace_back([&] { loop([](std::size_t) {}); });
  loop(pause);
  others.clear();
  if (first_exception) std::rethrow_exception(first_exception);
}

}  // namespace crownbridge
