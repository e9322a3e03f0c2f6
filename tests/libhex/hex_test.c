/* libhex from C: its contract, hostile arguments, and every board against a flood fill. malloc is wrapped, to fail. */
#include <hex/hex.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int checks, failures;

#define CHECK(condition) check((condition) != 0, #condition, __LINE__)

static void check(int held, const char *what, int line) {
  checks++;
  if (held) return;
  failures++;
  fprintf(stderr, "%s:%d: failed: %s\n", __FILE__, line, what);
}

static int no_memory;
void *__real_malloc(size_t bytes);
void *__wrap_malloc(size_t bytes);
void *__wrap_malloc(size_t bytes) { return no_memory ? NULL : __real_malloc(bytes); }

enum { SIZE = 9, CELLS = SIZE * SIZE };

static unsigned random_state = 2463534242U;

static int below(int most) { /* xorshift: the same numbers everywhere */
  random_state ^= random_state << 13;
  random_state ^= random_state >> 17;
  random_state ^= random_state << 5;
  return (int)(random_state % (unsigned)most);
}

static hex_board *made(int size, const char *text) {
  hex_board *board = NULL;
  CHECK(hex_create(size, &board) == HEX_OK && board);
  if (text) CHECK(hex_scan(board, text) == HEX_OK);
  return board;
}

static char winner_of(const hex_board *board) {
  char winner = '?';
  CHECK(hex_winner(board, &winner) == HEX_OK);
  return winner;
}

static int count_of(const hex_board *board, char stone) {
  int count = -1;
  CHECK(hex_count(board, stone, &count) == HEX_OK);
  return count;
}

static int shows(const hex_board *board, const char *text) {
  char dumped[CELLS + 1];
  return hex_dump(board, dumped, sizeof dumped) == HEX_OK && strcmp(dumped, text) == 0;
}

/* ---- the oracle: a flood fill over the text ----------------------------------------------------------------------- */

static void flood(const char *text, int size, char colour, int row, int col, char *seen) {
  int cell = row + col * size;
  if (row < 0 || row >= size || col < 0 || col >= size || seen[cell] || text[cell] != colour) return;
  seen[cell] = 1;
  for (int down = -1; down <= 1; down++)
    for (int right = -1; right <= 1; right++)
      if (down != right) flood(text, size, colour, row + down, col + right, seen);
}

static int connects(const char *text, int size, char colour) {
  char seen[CELLS] = {0};
  for (int i = 0; i < size; i++) flood(text, size, colour, colour == HEX_RED ? 0 : i, colour == HEX_RED ? i : 0, seen);
  for (int i = 0; i < size; i++)
    if (seen[colour == HEX_RED ? size - 1 + i * size : i + (size - 1) * size]) return 1;
  return 0;
}

static char winner_by_flood(const char *text, int size) {
  return connects(text, size, HEX_RED) ? HEX_RED : connects(text, size, HEX_BLUE) ? HEX_BLUE : HEX_EMPTY;
}

/* ---- tests -------------------------------------------------------------------------------------------------------- */

static void test_version_and_errors(void) {
  char version[32];
  snprintf(version, sizeof version, "%d.%d.%d", HEX_VERSION_MAJOR, HEX_VERSION_MINOR, HEX_VERSION_PATCH);
  CHECK(strcmp(version, HEX_VERSION) == 0);
  CHECK(strcmp(version, hex_version()) == 0);
  for (int error = HEX_OK; error <= HEX_ERROR_MEMORY; error++)
    for (int other = HEX_OK; other < error; other++)
      CHECK(strcmp(hex_error_text((hex_error)error), hex_error_text((hex_error)other)) != 0);
  CHECK(strcmp(hex_error_text((hex_error)(HEX_ERROR_MEMORY + 1)), "unknown error") == 0);
  CHECK(strcmp(hex_error_text((hex_error)INT_MAX), "unknown error") == 0);
  char most[16];
  snprintf(most, sizeof most, "%d", HEX_MOST_SIZE);
  CHECK(strstr(hex_error_text(HEX_ERROR_SIZE), most));
  CHECK(hex_other(HEX_RED) == HEX_BLUE && hex_other(HEX_BLUE) == HEX_RED);
  CHECK(hex_other(HEX_EMPTY) == HEX_EMPTY && hex_other('x') == HEX_EMPTY);
}

static void test_null(void) {
  hex_board *board = made(2, "r  b"), *untouched = board;
  char stone = '?', text[5] = "????";
  int count = -1;
  hex_cell cells[HEX_MOST_NEIGHBOURS];
  CHECK(hex_create(3, NULL) == HEX_ERROR_NULL);
  CHECK(hex_copy(NULL, &untouched) == HEX_ERROR_NULL && hex_copy(board, NULL) == HEX_ERROR_NULL);
  CHECK(hex_assign(NULL, board) == HEX_ERROR_NULL && hex_assign(board, NULL) == HEX_ERROR_NULL);
  CHECK(hex_scan(NULL, "rrrr") == HEX_ERROR_NULL && hex_scan(board, NULL) == HEX_ERROR_NULL);
  CHECK(hex_dump(NULL, text, 5) == HEX_ERROR_NULL && hex_dump(board, NULL, 5) == HEX_ERROR_NULL);
  CHECK(hex_set(NULL, 0, 0, HEX_RED) == HEX_ERROR_NULL);
  CHECK(hex_get(NULL, 0, 0, &stone) == HEX_ERROR_NULL && hex_get(board, 0, 0, NULL) == HEX_ERROR_NULL);
  CHECK(hex_neighbours(NULL, 0, 0, cells, &count) == HEX_ERROR_NULL);
  CHECK(hex_neighbours(board, 0, 0, NULL, &count) == HEX_ERROR_NULL);
  CHECK(hex_neighbours(board, 0, 0, cells, NULL) == HEX_ERROR_NULL);
  CHECK(hex_clear(NULL) == HEX_ERROR_NULL && hex_flip(NULL) == HEX_ERROR_NULL);
  CHECK(hex_count(NULL, HEX_RED, &count) == HEX_ERROR_NULL && hex_count(board, HEX_RED, NULL) == HEX_ERROR_NULL);
  CHECK(hex_winner(NULL, &stone) == HEX_ERROR_NULL && hex_winner(board, NULL) == HEX_ERROR_NULL);
  CHECK(hex_size(NULL) == 0);
  hex_destroy(NULL);
  CHECK(untouched == board && stone == '?' && count == -1 && strcmp(text, "????") == 0 && shows(board, "r  b"));
  hex_destroy(board);
}

static void test_sizes(void) {
  hex_board *none = NULL;
  const int bad[] = {0, -1, INT_MIN, INT_MAX, HEX_MOST_SIZE + 1, 46341, 65536};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) CHECK(hex_create(bad[i], &none) == HEX_ERROR_SIZE && !none);
  const int good[] = {1, 2, 26, 27, HEX_MOST_SIZE};
  for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
    int size = good[i];
    hex_board *board = made(size, NULL);
    CHECK(hex_size(board) == size && winner_of(board) == HEX_EMPTY && count_of(board, HEX_EMPTY) == size * size);
    for (int row = 0; row < size; row++) {
      CHECK(winner_of(board) == HEX_EMPTY);
      CHECK(hex_set(board, row, size - 1, HEX_RED) == HEX_OK);
    }
    CHECK(winner_of(board) == HEX_RED && count_of(board, HEX_RED) == size);
    CHECK(hex_flip(board) == HEX_OK && winner_of(board) == HEX_BLUE);
    hex_destroy(board);
  }
}

static void test_cells_and_stones(void) {
  const char *text = "r   b   r";
  hex_board *board = made(3, text);
  char stone = '?';
  int count = -1;
  hex_cell cells[HEX_MOST_NEIGHBOURS];
  const int bad[] = {-1, 3, INT_MIN, INT_MAX};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    CHECK(hex_set(board, bad[i], 0, HEX_RED) == HEX_ERROR_CELL && hex_set(board, 0, bad[i], HEX_RED) == HEX_ERROR_CELL);
    CHECK(hex_get(board, bad[i], 0, &stone) == HEX_ERROR_CELL && hex_get(board, 0, bad[i], &stone) == HEX_ERROR_CELL);
    CHECK(hex_neighbours(board, bad[i], 0, cells, &count) == HEX_ERROR_CELL);
    CHECK(hex_neighbours(board, 0, bad[i], cells, &count) == HEX_ERROR_CELL);
  }
  for (int odd = CHAR_MIN; odd <= CHAR_MAX; odd++) {
    if (odd == HEX_EMPTY || odd == HEX_RED || odd == HEX_BLUE) continue;
    CHECK(hex_set(board, 0, 0, (char)odd) == HEX_ERROR_STONE);
    CHECK(hex_count(board, (char)odd, &count) == HEX_ERROR_STONE);
    char mixed[10] = "rrrr?rrrr";
    mixed[4] = (char)odd;
    CHECK(hex_scan(board, mixed) == (odd ? HEX_ERROR_STONE : HEX_ERROR_LENGTH));
  }
  CHECK(stone == '?' && count == -1 && shows(board, text));
  CHECK(hex_get(board, 1, 1, &stone) == HEX_OK && stone == HEX_BLUE);
  CHECK(hex_set(board, 2, 0, HEX_BLUE) == HEX_OK && shows(board, "r b b   r"));
  hex_destroy(board);
}

static void test_text(void) {
  hex_board *board = made(3, "rb rb rb ");
  const char *bad[] = {"", "r", "rrrrrrrr", "rrrrrrrrrr", "rrrrrrrrr ", "rrrrrrrrr\n"};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) CHECK(hex_scan(board, bad[i]) == HEX_ERROR_LENGTH);
  CHECK(shows(board, "rb rb rb ") && count_of(board, HEX_RED) == 3 && count_of(board, HEX_BLUE) == 3);
  char small[9] = "????????";
  for (size_t room = 0; room <= sizeof small; room++) CHECK(hex_dump(board, small, room) == HEX_ERROR_ROOM);
  CHECK(strcmp(small, "????????") == 0);
  CHECK(hex_clear(board) == HEX_OK && shows(board, "         ") && count_of(board, HEX_EMPTY) == 9);
  CHECK(winner_of(board) == HEX_EMPTY);
  hex_destroy(board);
}

static void test_copies(void) {
  hex_board *board = made(2, "rr  "), *copy = NULL, *other = made(3, NULL);
  CHECK(hex_copy(board, &copy) == HEX_OK && shows(copy, "rr  ") && winner_of(copy) == HEX_RED);
  CHECK(hex_set(copy, 0, 0, HEX_EMPTY) == HEX_OK && winner_of(copy) == HEX_EMPTY && winner_of(board) == HEX_RED);
  CHECK(hex_assign(copy, board) == HEX_OK && winner_of(copy) == HEX_RED && hex_assign(copy, copy) == HEX_OK);
  CHECK(hex_assign(other, board) == HEX_ERROR_SIZE && shows(other, "         "));
  hex_destroy(board);
  CHECK(shows(copy, "rr  "));
  hex_destroy(copy);
  hex_destroy(other);
}

static void test_no_memory(void) {
  hex_board *board = made(3, NULL), *none = NULL;
  no_memory = 1;
  CHECK(hex_create(3, &none) == HEX_ERROR_MEMORY && !none);
  CHECK(hex_copy(board, &none) == HEX_ERROR_MEMORY && !none);
  CHECK(hex_set(board, 1, 1, HEX_RED) == HEX_OK && hex_set(board, 0, 1, HEX_RED) == HEX_OK);
  CHECK(hex_flip(board) == HEX_OK && hex_set(board, 1, 1, HEX_EMPTY) == HEX_OK && shows(board, " b       "));
  no_memory = 0;
  hex_destroy(board);
}

static void test_neighbours(void) {
  hex_cell cells[HEX_MOST_NEIGHBOURS], back[HEX_MOST_NEIGHBOURS];
  int count, theirs;
  hex_board *board = made(3, NULL);
  const hex_cell around[] = {{0, 1}, {0, 2}, {1, 0}, {1, 2}, {2, 0}, {2, 1}};
  CHECK(hex_neighbours(board, 1, 1, cells, &count) == HEX_OK && count == 6);
  for (int i = 0; i < 6; i++) CHECK(cells[i].row == around[i].row && cells[i].col == around[i].col);
  hex_destroy(board);
  for (int size = 1; size <= SIZE; size++) {
    int total = 0;
    board = made(size, NULL);
    for (int cell = 0; cell < size * size; cell++) {
      CHECK(hex_neighbours(board, cell % size, cell / size, cells, &count) == HEX_OK);
      total += count;
      for (int i = 0; i < count; i++) {
        int found = 0;
        CHECK(hex_neighbours(board, cells[i].row, cells[i].col, back, &theirs) == HEX_OK);
        for (int j = 0; j < theirs; j++) found += back[j].row == cell % size && back[j].col == cell / size;
        CHECK(found == 1);
      }
    }
    CHECK(total == 2 * (size - 1) * (3 * size - 1)); /* two for every pair that touches */
    hex_destroy(board);
  }
}

static void agree(const hex_board *board, const char *text, int size) {
  int red = 0, blue = 0;
  for (int cell = 0; cell < size * size; cell++) red += text[cell] == HEX_RED, blue += text[cell] == HEX_BLUE;
  CHECK(shows(board, text));
  CHECK(winner_of(board) == winner_by_flood(text, size));
  CHECK(count_of(board, HEX_RED) == red && count_of(board, HEX_BLUE) == blue);
  CHECK(count_of(board, HEX_EMPTY) == size * size - red - blue);
}

/* Stones are put, changed and taken away; after each, all is as a fresh look at the text has it. */
static void test_every_change(void) {
  const char stones[] = {HEX_RED, HEX_BLUE, HEX_RED, HEX_BLUE, HEX_EMPTY};
  int won = 0, wins_lost = 0;
  for (int size = 1; size <= SIZE; size++) {
    hex_board *board = made(size, NULL);
    char text[CELLS + 1] = "";
    memset(text, HEX_EMPTY, (size_t)(size * size));
    for (int change = 0; change < 3000; change++) {
      int cell = below(size * size), before = winner_of(board) != HEX_EMPTY;
      text[cell] = stones[below(sizeof stones)];
      CHECK(hex_set(board, cell % size, cell / size, text[cell]) == HEX_OK);
      agree(board, text, size);
      int after = winner_of(board) != HEX_EMPTY;
      won += after;
      wins_lost += before && !after;
    }
    hex_destroy(board);
  }
  CHECK(won > 1000 && wins_lost > 100);
}

static void test_full_boards_and_flips(void) {
  for (int size = 1; size <= SIZE; size++)
    for (int round = 0; round < 500; round++) {
      char text[CELLS + 1] = "", flipped[CELLS + 1] = "";
      for (int cell = 0; cell < size * size; cell++) text[cell] = below(2) ? HEX_RED : HEX_BLUE;
      CHECK(connects(text, size, HEX_RED) + connects(text, size, HEX_BLUE) == 1);
      hex_board *board = made(size, text);
      agree(board, text, size);
      for (int holes = below(4) * size; holes > 0; holes--) text[below(size * size)] = HEX_EMPTY;
      CHECK(hex_scan(board, text) == HEX_OK);
      agree(board, text, size);
      char before = winner_of(board);
      for (int cell = 0; cell < size * size; cell++) flipped[cell / size + cell % size * size] = hex_other(text[cell]);
      CHECK(hex_flip(board) == HEX_OK && winner_of(board) == hex_other(before));
      agree(board, flipped, size);
      CHECK(hex_flip(board) == HEX_OK);
      agree(board, text, size);
      hex_destroy(board);
    }
}

int main(void) {
  test_version_and_errors();
  test_null();
  test_sizes();
  test_cells_and_stones();
  test_text();
  test_copies();
  test_no_memory();
  test_neighbours();
  test_every_change();
  test_full_boards_and_flips();
  printf("%d passed, %d failed\n", checks - failures, failures);
  return failures == 0 && checks > 0 ? 0 : 1;
}
