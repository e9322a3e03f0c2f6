// A checkers bot that speaks the reblexis protocol: it generates the legal moves and plays one at random.
//
// Input: the time for the game and our colour; then, for each of our moves, the time left and eight rows of the board.
// Output: the number of squares that the move visits, then column and row of each.
#include <iostream>
#include <random>
#include <string>
#include <vector>

using Square = std::pair<int, int>;  // column, row
using Path = std::vector<Square>;

static std::vector<std::string> board(8, std::string(8, '.'));
static char own;

static char at(Square s) {
  const auto [column, row] = s;
  return column < 0 || column > 7 || row < 0 || row > 7 ? '#' : board[row][column];
}

static std::vector<Square> directions(char piece) {
  std::vector<Square> result;
  for (int down : {-1, 1})
    if (piece == 'B' || piece == 'W' || (piece == 'b') == (down == 1))
      for (int right : {-1, 1}) result.push_back({right, down});
  return result;
}

// Append every way to complete a capture that has followed this path.
static void jump(char piece, Path path, std::vector<Path>& moves) {
  const auto [column, row] = path.back();
  bool ended = true;
  for (const auto& [right, down] : directions(piece)) {
    const Square over{column + right, row + down}, to{column + 2 * right, row + 2 * down};
    const char enemy = at(over);
    if (at(to) != '.' || enemy == '.' || enemy == '#' || tolower(enemy) == own) continue;
    ended = false;
    board[over.second][over.first] = '.';
    Path longer = path;
    longer.push_back(to);
    jump(piece, longer, moves);
    board[over.second][over.first] = enemy;
  }
  if (ended && path.size() > 1) moves.push_back(path);
}

static std::vector<Path> legal_moves() {
  std::vector<Path> jumps, steps;
  for (int row = 0; row < 8; ++row)
    for (int column = 0; column < 8; ++column) {
      const char piece = board[row][column];
      if (tolower(piece) != own) continue;
      board[row][column] = '.';
      jump(piece, {{column, row}}, jumps);
      board[row][column] = piece;
      for (const auto& [right, down] : directions(piece))
        if (at({column + right, row + down}) == '.') steps.push_back({{column, row}, {column + right, row + down}});
    }
  return jumps.empty() ? steps : jumps;
}

int main() {
  long time;
  std::string colour, cell;
  std::cin >> time >> colour;
  own = colour[0];
  std::mt19937 random{std::random_device{}()};
  while (std::cin >> time) {
    for (auto& row : board)
      for (char& square : row) {
        if (!(std::cin >> cell)) return 0;
        square = cell[0];
      }
    const auto moves = legal_moves();
    if (moves.empty()) return 0;
    const Path& path = moves[random() % moves.size()];
    std::cout << path.size();
    for (const auto& [column, row] : path) std::cout << ' ' << column << ' ' << row;
    std::cout << std::endl;
  }
}
