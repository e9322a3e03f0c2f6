#pragma once

#include <cstdio>
#include <exception>

// A minimal test framework: CHECK counts and reports failures, THROWS expects an exception, finish() returns the exit
// status.
namespace crownbridge::test {

inline int checks = 0, failures = 0;

inline void check(bool passed, const char* what, const char* file, int line) {
  ++checks;
  if (passed) return;
  ++failures;
  std::fprintf(stderr, "%s:%d: failed: %s\n", file, line, what);
}

template <class Error, class Action>
bool throws(Action&& action) {
  try {
    action();
  } catch (const Error&) {
    return true;
  }
  return false;
}

inline int finish() {
  std::printf("%d passed, %d failed\n", checks - failures, failures);
  return failures == 0 && checks > 0 ? 0 : 1;
}

}  // namespace crownbridge::test

#define CHECK(...) crownbridge::test::check((__VA_ARGS__), #__VA_ARGS__, __FILE__, __LINE__)
#define THROWS(Error, ...) crownbridge::test::check(crownbridge::test::throws<Error>([&] { __VA_ARGS__; }), #Error ": " #__VA_ARGS__, __FILE__, __LINE__)
