#include "checkers/endgame/check_once.hpp"

#include <unistd.h>

#include <fstream>
#include <string>
#include <system_error>

namespace crownbridge::checkers::endgame {
namespace {

bool has_valid_marker(const File& file) {
  std::ifstream marker(marker_path(file), std::ios::binary);
  std::string text;
  return std::getline(marker, text) && text == file.identity();
}

// Writes the marker of a file. Errors are ignored: the file is then checked again the next time.
void write_marker(const File& file) {
  const std::filesystem::path path = marker_path(file), unfinished = path.string() + "." + std::to_string(::getpid());
  std::error_code ignored;
  if (std::ofstream(unfinished, std::ios::binary) << file.identity() << std::flush)
    std::filesystem::rename(unfinished, path, ignored);
  std::filesystem::remove(unfinished, ignored);
}

}  // namespace

std::filesystem::path marker_path(const File& file) { return file.path().string() + ".checked"; }

void check_once(const File& file) {
  const bool uses_marker = file.bytes() >= kMinMarkedBytes;
  if (uses_marker && has_valid_marker(file)) return;
  file.check();
  if (uses_marker && file.has_reliable_times()) write_marker(file);
}

}  // namespace crownbridge::checkers::endgame
