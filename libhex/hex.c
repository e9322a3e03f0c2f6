/* The board is one block of memory: its header, a union-find structure over the cells and the four edges, and its text.
 * The entry of a root is the negated size of its set; any other entry is a parent. An empty cell is a set of its own.
 * Union by size keeps paths short, because const functions cannot compress them.
 */
#include "hex/hex.h"

#include <stdlib.h>
#include <string.h>

struct hex_board {
  int size;
  int red, blue; /* numbers of stones */
  int entry[];   /* by cell in the order of the text, then by edge; the text follows */
};

enum edge { TOP, BOTTOM, LEFT, RIGHT, EDGES };

/* The first three are opposite to the last three: over all cells, they visit every pair of neighbours once. */
static const hex_cell STEPS[HEX_MOST_NEIGHBOURS] = {{-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}};

static int cells_of(const hex_board *board) { return board->size * board->size; }

static size_t bytes_for(int size) {
  size_t cells = (size_t)size * (size_t)size;
  return sizeof(hex_board) + (cells + EDGES) * sizeof(int) + cells + 1;
}

static const char *text_of(const hex_board *board) { return (const char *)(board->entry + cells_of(board) + EDGES); }

static char *text_in(hex_board *board) { return (char *)(board->entry + cells_of(board) + EDGES); }

static int is_inside(const hex_board *board, int row, int col) {
  return row >= 0 && row < board->size && col >= 0 && col < board->size;
}

static int is_stone(char stone) { return stone == HEX_EMPTY || stone == HEX_RED || stone == HEX_BLUE; }

/* ---- chains ------------------------------------------------------------------------------------------------------- */

static int root_of(const hex_board *board, int node) {
  while (board->entry[node] >= 0) node = board->entry[node];
  return node;
}

static void join(hex_board *board, int one, int other) {
  one = root_of(board, one);
  other = root_of(board, other);
  if (one == other) return;
  if (board->entry[one] > board->entry[other]) {
    int larger = other;
    other = one;
    one = larger;
  }
  board->entry[one] += board->entry[other];
  board->entry[other] = one;
}

/* Joins a stone with its edges and with those of its first `neighbours` neighbours that have its colour. */
static void link_stone(hex_board *board, int row, int col, int neighbours) {
  int last = board->size - 1, edges = cells_of(board), cell = row + col * board->size;
  char stone = text_of(board)[cell];
  if (stone == HEX_RED) {
    if (row == 0) join(board, cell, edges + TOP);
    if (row == last) join(board, cell, edges + BOTTOM);
  } else {
    if (col == 0) join(board, cell, edges + LEFT);
    if (col == last) join(board, cell, edges + RIGHT);
  }
  for (int i = 0; i < neighbours; i++) {
    int beside_row = row + STEPS[i].row, beside_col = col + STEPS[i].col;
    if (!is_inside(board, beside_row, beside_col)) continue;
    int beside = beside_row + beside_col * board->size;
    if (text_of(board)[beside] == stone) join(board, cell, beside);
  }
}

static void unlink_all(hex_board *board) {
  for (int node = 0; node < cells_of(board) + EDGES; node++) board->entry[node] = -1;
}

/* Recomputes chains and counts from the text. */
static void rebuild(hex_board *board) {
  unlink_all(board);
  board->red = board->blue = 0;
  const char *text = text_of(board);
  for (int col = 0, cell = 0; col < board->size; col++)
    for (int row = 0; row < board->size; row++, cell++) {
      if (text[cell] == HEX_EMPTY) continue;
      ++*(text[cell] == HEX_RED ? &board->red : &board->blue);
      link_stone(board, row, col, HEX_MOST_NEIGHBOURS / 2);
    }
}

/* ---- public functions --------------------------------------------------------------------------------------------- */

const char *hex_version(void) { return HEX_VERSION; }

const char *hex_error_text(hex_error error) {
  switch (error) {
    case HEX_OK: return "no error";
    case HEX_ERROR_NULL: return "a pointer is NULL";
    case HEX_ERROR_SIZE: return "the size is not from 1 to 1000, or the sizes differ";
    case HEX_ERROR_CELL: return "the cell is not on the board";
    case HEX_ERROR_STONE: return "a stone is not one of ' ', 'r' and 'b'";
    case HEX_ERROR_LENGTH: return "the text does not have size * size characters";
    case HEX_ERROR_ROOM: return "the buffer is too small for size * size characters and a NUL";
    case HEX_ERROR_MEMORY: return "out of memory";
  }
  return "unknown error";
}

char hex_other(char colour) { return colour == HEX_RED ? HEX_BLUE : colour == HEX_BLUE ? HEX_RED : HEX_EMPTY; }

hex_error hex_create(int size, hex_board **board) {
  if (!board) return HEX_ERROR_NULL;
  if (size < 1 || size > HEX_MOST_SIZE) return HEX_ERROR_SIZE;
  hex_board *result = malloc(bytes_for(size));
  if (!result) return HEX_ERROR_MEMORY;
  result->size = size;
  text_in(result)[cells_of(result)] = '\0';
  hex_clear(result);
  *board = result;
  return HEX_OK;
}

hex_error hex_copy(const hex_board *board, hex_board **copy) {
  if (!board || !copy) return HEX_ERROR_NULL;
  hex_board *result = malloc(bytes_for(board->size));
  if (!result) return HEX_ERROR_MEMORY;
  memcpy(result, board, bytes_for(board->size));
  *copy = result;
  return HEX_OK;
}

hex_error hex_assign(hex_board *board, const hex_board *other) {
  if (!board || !other) return HEX_ERROR_NULL;
  if (board->size != other->size) return HEX_ERROR_SIZE;
  if (board != other) memcpy(board, other, bytes_for(other->size));
  return HEX_OK;
}

void hex_destroy(hex_board *board) { free(board); }

int hex_size(const hex_board *board) { return board ? board->size : 0; }

hex_error hex_scan(hex_board *board, const char *text) {
  if (!board || !text) return HEX_ERROR_NULL;
  int cells = cells_of(board);
  for (int cell = 0; cell < cells; cell++) {
    if (text[cell] == '\0') return HEX_ERROR_LENGTH;
    if (!is_stone(text[cell])) return HEX_ERROR_STONE;
  }
  if (text[cells] != '\0') return HEX_ERROR_LENGTH;
  memcpy(text_in(board), text, (size_t)cells);
  rebuild(board);
  return HEX_OK;
}

hex_error hex_dump(const hex_board *board, char *text, size_t room) {
  if (!board || !text) return HEX_ERROR_NULL;
  size_t needed = (size_t)cells_of(board) + 1;
  if (room < needed) return HEX_ERROR_ROOM;
  memcpy(text, text_of(board), needed);
  return HEX_OK;
}

hex_error hex_set(hex_board *board, int row, int col, char stone) {
  if (!board) return HEX_ERROR_NULL;
  if (!is_inside(board, row, col)) return HEX_ERROR_CELL;
  if (!is_stone(stone)) return HEX_ERROR_STONE;
  int cell = row + col * board->size;
  char *here = text_in(board) + cell, before = *here;
  if (stone == before) return HEX_OK;
  *here = stone;
  if (board->entry[cell] != -1) { /* it was part of a larger chain, which may split */
    rebuild(board);
    return HEX_OK;
  }
  if (before != HEX_EMPTY) --*(before == HEX_RED ? &board->red : &board->blue);
  if (stone != HEX_EMPTY) {
    ++*(stone == HEX_RED ? &board->red : &board->blue);
    link_stone(board, row, col, HEX_MOST_NEIGHBOURS);
  }
  return HEX_OK;
}

hex_error hex_get(const hex_board *board, int row, int col, char *stone) {
  if (!board || !stone) return HEX_ERROR_NULL;
  if (!is_inside(board, row, col)) return HEX_ERROR_CELL;
  *stone = text_of(board)[row + col * board->size];
  return HEX_OK;
}

hex_error hex_neighbours(const hex_board *board, int row, int col, hex_cell neighbours[HEX_MOST_NEIGHBOURS],
                         int *count) {
  if (!board || !neighbours || !count) return HEX_ERROR_NULL;
  if (!is_inside(board, row, col)) return HEX_ERROR_CELL;
  int number = 0;
  for (int i = 0; i < HEX_MOST_NEIGHBOURS; i++) {
    hex_cell beside = {row + STEPS[i].row, col + STEPS[i].col};
    if (is_inside(board, beside.row, beside.col)) neighbours[number++] = beside;
  }
  *count = number;
  return HEX_OK;
}

hex_error hex_clear(hex_board *board) {
  if (!board) return HEX_ERROR_NULL;
  memset(text_in(board), HEX_EMPTY, (size_t)cells_of(board));
  board->red = board->blue = 0;
  unlink_all(board);
  return HEX_OK;
}

hex_error hex_flip(hex_board *board) {
  if (!board) return HEX_ERROR_NULL;
  int size = board->size;
  char *text = text_in(board);
  for (int col = 0; col < size; col++)
    for (int row = 0; row <= col; row++) {
      char *one = text + row + col * size, *other = text + col + row * size;
      char flipped = hex_other(*one);
      *one = hex_other(*other);
      *other = flipped;
    }
  rebuild(board);
  return HEX_OK;
}

hex_error hex_count(const hex_board *board, char stone, int *count) {
  if (!board || !count) return HEX_ERROR_NULL;
  if (!is_stone(stone)) return HEX_ERROR_STONE;
  *count = stone == HEX_RED ? board->red : stone == HEX_BLUE ? board->blue : cells_of(board) - board->red - board->blue;
  return HEX_OK;
}

hex_error hex_winner(const hex_board *board, char *winner) {
  if (!board || !winner) return HEX_ERROR_NULL;
  int edges = cells_of(board);
  int red = root_of(board, edges + TOP) == root_of(board, edges + BOTTOM);
  int blue = root_of(board, edges + LEFT) == root_of(board, edges + RIGHT);
  *winner = red ? HEX_RED : blue ? HEX_BLUE : HEX_EMPTY;
  return HEX_OK;
}
