#include "checkers/endgame/build.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <deque>
#include <set>

#include "checkers/endgame/solve.hpp"
#include "checkers/endgame/verify.hpp"
#include "core/error.hpp"

namespace crownbridge::checkers::endgame {
namespace {

namespace fs = std::filesystem;

// Keeps other builds away from a folder.
class Claim {
 public:
  explicit Claim(const fs::path& folder) : descriptor_(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
    if (descriptor_ >= 0 && ::flock(descriptor_, LOCK_EX | LOCK_NB) == 0) return;
    ::close(descriptor_);
    throw TableError(folder.string() + " is in use by another build; wait for it, or choose another folder");
  }
  ~Claim() { ::close(descriptor_); }
  Claim(const Claim&) = delete;
  Claim& operator=(const Claim&) = delete;

 private:
  int descriptor_;
};

// A pair of slices on its own in a file, until all are there.
fs::path part(const fs::path& parts, const Material& material) { return parts / (material.name() + ".table"); }

bool is_sound(const fs::path& table) {
  try {
    const File file(table);
    file.check();
    file.require_whole();
    return true;
  } catch (const TableError&) {
    return false;
  }
}

bool is_sound(const fs::path& part, const Material& material) {
  try {
    const File file(part);
    file.check();
    return std::ranges::equal(file.materials(), std::set<Material>{material, material.partner()});
  } catch (const TableError&) {
    return false;
  }
}

void solve_part(const fs::path& path, const Material& material, const Tables& known, int threads,
                const std::function<void(double)>& pause) {
  std::vector<Encoded> encoded;
  std::vector<Slice> slices;
  for (Solved& solved : solve(material, known, threads, pause)) {
    encoded.push_back(encode(solved.values, [&] { pause(1); }));
    slices.push_back({solved.material, true, encoded.back().shift, solved.values.size(), solved.census, {}});
  }
  for (std::size_t i = 0; i < slices.size(); ++i) slices[i].body = encoded[i].body;
  write_file(path, material.pieces(), slices);
}

constexpr Stored without_need(Stored value) {
  const int result = (value > 0) - (value < 0);
  return static_cast<Stored>(value * result > kCounter ? result * kBeyond : result);
}

// Writes all parts as one file, without needs where there are many.
void join(const fs::path& path, int pieces, const Tables& parts, const std::function<void()>& pause) {
  std::deque<Encoded> encoded;
  std::vector<Slice> slices;
  for (const auto& file : parts.files())
    if (file->pieces() == pieces) slices.insert(slices.end(), file->slices().begin(), file->slices().end());
  if (!tells_distance(pieces))
    for (Slice& slice : slices) {
      std::vector<Stored> values = slice.runs().decode(slice.count);
      for (Stored& value : values) value = without_need(value);
      encoded.push_back(encode(values, pause));
      slice.tells_needs = false;
      slice.body = encoded.back().body;
      slice.shift = encoded.back().shift;
      if (slice.runs().decode(slice.count) != values) throw TableError(path.string() + " could not be encoded");
    }
  write_file(path, pieces, slices);
}

void build_one(const fs::path& folder, int pieces, int threads, const Report& report) {
  const fs::path done = File::in(folder, pieces), parts = done.string() + ".parts";
  fs::create_directories(parts);
  const Claim claim(parts);
  Tables known;
  for (int fewer = kFewestPieces; fewer < pieces; ++fewer) known.add(File::in(folder, fewer));

  const std::vector<Material> pairs = pairs_in_order(pieces);
  const auto weight = [](const Material& material) { return static_cast<double>(Index(material).size()); };
  double all = 0, before = 0;
  for (const Material& material : pairs) all += weight(material);
  for (const Material& material : pairs) {
    const fs::path path = part(parts, material);
    if (!is_sound(path, material))
      solve_part(path, material, known, threads, [&](double fraction) {
        report({pieces, material.name(), (before + fraction * weight(material)) / all});
      });
    known.add(path);
    before += weight(material);
  }
  try {
    verify(known, pieces, 1, threads, report);
  } catch (const TableError&) {
    fs::remove_all(parts);
    throw;
  }
  join(done, pieces, known, [&] { report({pieces, "writing", 1}); });
  fs::remove_all(parts);
}

}  // namespace

void build(const fs::path& folder, int pieces, int threads, const Report& report) {
  if (pieces < kFewestPieces || pieces > kMostPieces)
    throw OptionError("endgame tables have " + std::to_string(kFewestPieces) + " to " + std::to_string(kMostPieces) +
                      " pieces, not " + std::to_string(pieces));
  const Report slowly = paced(report);
  try {
    for (int count = kFewestPieces; count <= pieces; ++count)
      if (!is_sound(File::in(folder, count))) build_one(folder, count, threads, slowly);
  } catch (const fs::filesystem_error& error) {
    throw TableError(error.path1().string() + " cannot be written: " + error.code().message());
  }
}

}  // namespace crownbridge::checkers::endgame
