#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace crownbridge {

// Calls work(i) for every i below `count` on so many threads, the calling one among them. That one also calls
// pause(done) after each of its own; it may throw to give up. What is thrown first comes out.
template <class Work, class Pause>
void parallel_for(int threads, std::size_t count, Work&& work, Pause&& pause) {
  std::atomic<std::size_t> next = 0;
  std::exception_ptr thrown;
  std::mutex throwing;
  const auto loop = [&](auto&& after_each) {
    try {
      for (std::size_t i; (i = next.fetch_add(1)) < count;) {
        work(i);
        after_each(i);
      }
    } catch (...) {
      next = count;
      const std::scoped_lock lock(throwing);
      if (!thrown) thrown = std::current_exception();
    }
  };
  std::vector<std::jthread> others;
  for (std::size_t i = 1; i < std::min(static_cast<std::size_t>(threads), count); ++i)
    others.emplace_back([&] { loop([](std::size_t) {}); });
  loop(pause);
  others.clear();
  if (thrown) std::rethrow_exception(thrown);
}

}  // namespace crownbridge
