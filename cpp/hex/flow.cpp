#include "hex/flow.hpp"

#include <algorithm>
#include <vector>

namespace crownbridge::hex {
namespace {

constexpr double kStone = 0.02;  // resistance of a cell with an own stone; that of an empty cell is 1

// A symmetric banded system of linear equations, solved in place by Gaussian elimination.
class Band {
 public:
  Band(int rows, int width) : rows_(rows), width_(width), band_(static_cast<std::size_t>(rows * (width + 1))), right_(static_cast<std::size_t>(rows)) {}

  double& at(int row, int column) { return band_[static_cast<std::size_t>(row * (width_ + 1) + column - row)]; }
  double& right(int row) { return right_[static_cast<std::size_t>(row)]; }

  void solve() {
    for (int row = 0; row < rows_; ++row) {
      const double pivot = at(row, row);
      const int last = std::min(row + width_, rows_ - 1);
      for (int below = row + 1; below <= last; ++below) {
        const double factor = at(row, below) / pivot;
        if (factor == 0) continue;
        for (int column = below; column <= last; ++column) at(below, column) -= factor * at(row, column);
        right(below) -= factor * right(row);
      }
    }
    for (int row = rows_ - 1; row >= 0; --row) {
      const int last = std::min(row + width_, rows_ - 1);
      for (int column = row + 1; column <= last; ++column) right(row) -= at(row, column) * right(column);
      right(row) /= at(row, row);
    }
  }

 private:
  int rows_, width_;
  std::vector<double> band_, right_;
};

}  // namespace

template <int W>
Flow flow(const FillInBoard<W>& filled_board) {
  Flow result{};
  const int size = filled_board.size(), cells = filled_board.cells();
  for (const Side side : {Side::Red, Side::Blue}) {
    const Cells<W>& own = filled_board.stones(side);
    const Cells<W>& opponent = filled_board.stones(other(side));
    const auto resistance = [&](int cell) { return own.has(cell) ? kStone : 1.0; };
    const int source = cells + (side == Side::Red ? 0 : 2), sink = source + 1;
    Band band(cells, size);
    // Visits the conductors of a cell; an edge counts as a stone.
    const auto each_conductor = [&](int cell, auto visit) {
      for (const int near : neighbours(size, cell)) {
        if (near < cells) {
          if (!opponent.has(near)) visit(near, 1 / (resistance(cell) + resistance(near)));
        } else if (near == source || near == sink) {
          visit(near, 1 / (resistance(cell) + kStone));
        }
      }
    };
    for (int cell = 0; cell < cells; ++cell) {
      band.at(cell, cell) = 1e-9;
      if (opponent.has(cell)) continue;
      each_conductor(cell, [&](int near, double conductance) {
        band.at(cell, cell) += conductance;
        if (near == source) band.right(cell) += conductance;
        else if (near < cells && near > cell) band.at(cell, near) = -conductance;
      });
    }
    band.solve();
    double total = 0;
    Flow through{};
    for (int cell = 0; cell < cells; ++cell) {
      if (opponent.has(cell)) continue;
      double sum = 0;
      each_conductor(cell, [&](int near, double conductance) {
        const double potential = near == source ? 1 : near == sink ? 0 : band.right(near);
        const double current = (band.right(cell) - potential) * conductance;
        sum += current > 0 ? current : -current;
        if (near == sink) total += current;
      });
      through[static_cast<std::size_t>(cell)] = static_cast<float>(sum / 2);
    }
    // Normalize by the total current, to make both sides comparable.
    const float scale = total > 1e-6 ? static_cast<float>(1 / total) : 0;
    for (int cell = 0; cell < cells; ++cell)
      result[static_cast<std::size_t>(cell)] += scale * through[static_cast<std::size_t>(cell)];
  }
  return result;
}

template Flow flow(const FillInBoard<1>&);
template Flow flow(const FillInBoard<2>&);
template Flow flow(const FillInBoard<4>&);
template Flow flow(const FillInBoard<6>&);
template Flow flow(const FillInBoard<11>&);

}  // namespace crownbridge::hex
