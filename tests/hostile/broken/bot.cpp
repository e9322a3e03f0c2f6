// A checkers client over the KTH protocol with one mistake: `bot FAULT [init]`. Knows the rules by itself.
#include <cctype>
#include <chrono>
#include <iostream>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

using Path = std::vector<int>;

static std::string fault;

static int row_of(int square) { return square / 4; }
static int column_of(int square) { return 2 * (square % 4) + (square / 4 + 1) % 2; }
static int square_at(int row, int column) {
  return row >= 0 && row < 8 && column >= 0 && column < 8 ? 4 * row + column / 2 : -1;
}
static char side_of(char piece) { return static_cast<char>(std::tolower(piece)); }
static bool goes(char piece, int down) { return std::isupper(piece) || down == (piece == 'r' ? 1 : -1); }
static char crowned(char piece, int square) {
  return row_of(square) == (side_of(piece) == 'r' ? 7 : 0) ? static_cast<char>(std::toupper(piece)) : piece;
}

static std::vector<Path> jumps(const std::string &board, int here, char piece) {
  std::vector<Path> found;
  for (int down : {1, -1}) {
    for (int right : {-1, 1}) {
      const int over = square_at(row_of(here) + down, column_of(here) + right);
      const int there = square_at(row_of(here) + 2 * down, column_of(here) + 2 * right);
      if (!goes(piece, down) || there < 0 || board[there] != '.') continue;
      if (side_of(board[over]) != (side_of(piece) == 'r' ? 'w' : 'r')) continue;
      std::vector<Path> rest;
      if (crowned(piece, there) == piece && fault != "missed_jump") {
        std::string after = board;
        after[over] = '.';
        rest = jumps(after, there, piece);
      }
      if (rest.empty()) rest = {{there}};
      for (Path path : rest) {
        path.insert(path.begin(), here);
        found.push_back(path);
      }
    }
  }
  return found;
}

static std::vector<Path> moves(const std::string &board, char side) {
  std::vector<Path> taken, quiet;
  for (int here = 0; here < 32; here++) {
    if (side_of(board[here]) != side) continue;
    std::string lifted = board;
    lifted[here] = '.';
    for (const Path &path : jumps(lifted, here, board[here])) taken.push_back(path);
    for (int down : {1, -1}) {
      for (int right : {-1, 1}) {
        const int there = square_at(row_of(here) + down, column_of(here) + right);
        if (goes(board[here], down) && there >= 0 && board[there] == '.') quiet.push_back({here, there});
      }
    }
  }
  return taken.empty() ? quiet : taken;
}

static int play(std::string &board, const Path &path) {
  const char piece = board[path.front()];
  int captures = 0;
  board[path.front()] = '.';
  for (std::size_t i = 1; i < path.size(); i++) {
    const int rows = row_of(path[i - 1]) + row_of(path[i]);
    if (std::abs(row_of(path[i - 1]) - row_of(path[i])) != 2) continue;
    board[square_at(rows / 2, (column_of(path[i - 1]) + column_of(path[i])) / 2)] = '.';
    captures++;
  }
  board[path.back()] = crowned(piece, path.back());
  return captures;
}

static void say(const std::string &line) {
  std::cout << line << '\n';
  if (fault != "no_flush") std::cout.flush();
}

int main(int count, char **words) {
  fault = words[1];
  std::ios::sync_with_stdio(false);
  std::cin.tie(nullptr);
  if (count > 2) say("rrrrrrrrrrrr........wwwwwwwwwwww -1 r 50");
  std::string board, told;
  char side;
  int left;
  for (int number = 1; std::cin >> board >> told >> side >> left; number++) {
    if (told == "-2" || told == "-3" || told == "-4") return 0;
    const std::string rest = std::string(side == 'r' ? " w " : " r ");
    const std::vector<Path> legal = moves(board, side);
    if (legal.empty() || left == 0) {
      say(board + (!legal.empty() ? " -4" : side == 'r' ? " -3" : " -2") + rest + std::to_string(left));
      return 0;
    }
    if (fault == "slow" && number > 1) std::this_thread::sleep_for(std::chrono::minutes(10));
    if (fault == "crash" && number == 5) *static_cast<volatile int *>(nullptr) = number;
    if (fault == "debug") say("choosing from " + std::to_string(legal.size()) + " moves");
    Path path = legal[number % legal.size()];
    if (fault == "illegal") path = side == 'r' ? Path{0, 4} : Path{31, 27};
    const int captures = play(board, path);
    std::string move = std::to_string(captures);
    for (int square : path) move += "_" + std::to_string(square + 1);
    say(board + " " + move + rest + std::to_string(captures ? 50 : left - 1));
  }
}
