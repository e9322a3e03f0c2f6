#include "checkers/endgame/check_once.hpp"

#include <unistd.h>

#include <fstream>
#include <string>
#include <system_error>

namespace crownbridge::checkers::endgame {
namespace {

bool is_noted(const File& file) {
  std::ifstream note(note_of(file), std::ios::binary);
  std::string text;
  return std::getline(note, text) && text == file.identity();
}

// Without a word when it cannot be written: the file is then checked again the next time.
void note(const File& file) {
  const std::filesystem::path path = note_of(file), unfinished = path.string() + "." + std::to_string(::getpid());
  std::error_code failed;
  if (std::ofstream(unfinished, std::ios::binary) << file.identity() << std::flush)
    std::filesystem::rename(unfinished, path, failed);
  std::filesystem::remove(unfinished, failed);
}

}  // namespace

std::filesystem::path note_of(const File& file) { return file.path().string() + ".checked"; }

void check_once(const File& file) {
  const bool noted = file.bytes() >= kLeastNotedBytes;
  if (noted && is_noted(file)) return;
  file.check();
  if (noted && file.is_settled()) note(file);
}

}  // namespace crownbridge::checkers::endgame
