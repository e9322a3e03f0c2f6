/* libhex: the board of Hex.
 *
 * A board is a rhombus of size * size cells, each identified by its row and column, both from 0 at the top left. A cell has
 * six neighbours, fewer at an edge. Red connects the top and the bottom row, blue the left and the right column; on a full
 * board exactly one of them does. As text, a board is a string of size * size characters, column by column: the cell at
 * (row, col) has index row + col * size. hexmon passes this string to an AI (see hex/hexmon.h).
 *
 * A function that can fail returns HEX_OK or an error; on error, it changes neither the board nor any output argument. No
 * function aborts or prints, and a NULL argument is an ordinary error. There is no global state: threads may use different
 * boards concurrently, and read the same board; only functions that take a board without const modify it.
 */
#ifndef HEX_HEX_H
#define HEX_HEX_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Semantic version. The major version is that of the shared library, libhex.so.1. */
#define HEX_VERSION_MAJOR 1
#define HEX_VERSION_MINOR 0
#define HEX_VERSION_PATCH 0
#define HEX_VERSION "1.0.0"

#if defined(__GNUC__)
#define HEX_API __attribute__((visibility("default")))
#else
#define HEX_API
#endif

/* Contents of a cell. */
#define HEX_EMPTY ' '
#define HEX_RED 'r'
#define HEX_BLUE 'b'

enum { HEX_MOST_SIZE = 1000, HEX_MOST_NEIGHBOURS = 6 };

typedef enum {
  HEX_OK = 0,
  HEX_ERROR_NULL,   /* a pointer is NULL */
  HEX_ERROR_SIZE,   /* a size is not from 1 to HEX_MOST_SIZE, or two boards differ in size */
  HEX_ERROR_CELL,   /* a row or a column is not on the board */
  HEX_ERROR_STONE,  /* a character is not one of HEX_EMPTY, HEX_RED and HEX_BLUE */
  HEX_ERROR_LENGTH, /* a text does not have size * size characters */
  HEX_ERROR_ROOM,   /* a buffer is too small for size * size characters and a NUL */
  HEX_ERROR_MEMORY  /* out of memory */
} hex_error;

typedef struct {
  int row, col;
} hex_cell;

typedef struct hex_board hex_board;

/* Returns the version of the linked library; HEX_VERSION is that of the header. */
HEX_API const char *hex_version(void);

/* Returns a short description of an error. Never NULL, even for unknown errors; must not be freed. */
HEX_API const char *hex_error_text(hex_error error);

/* Returns the other colour: HEX_BLUE for HEX_RED, HEX_RED for HEX_BLUE, and HEX_EMPTY for anything else. */
HEX_API char hex_other(char colour);

/* ---- boards ------------------------------------------------------------------------------------------------------- */

/* Creates an empty board, to be freed by hex_destroy. Fails with NULL, SIZE or MEMORY. */
HEX_API hex_error hex_create(int size, hex_board **board);

/* Creates a copy of a board, to be freed by hex_destroy. Fails with NULL or MEMORY. */
HEX_API hex_error hex_copy(const hex_board *board, hex_board **copy);

/* Copies another board of the same size without allocating memory, for example to undo moves. Fails with NULL or SIZE. */
HEX_API hex_error hex_assign(hex_board *board, const hex_board *other);

/* Frees a board. Does nothing for NULL. */
HEX_API void hex_destroy(hex_board *board);

/* Returns the size of a board; 0 for NULL. */
HEX_API int hex_size(const hex_board *board);

/* ---- text --------------------------------------------------------------------------------------------------------- */

/* Sets every cell from a text; reads at most size * size + 1 characters. Fails with NULL, LENGTH or STONE. */
HEX_API hex_error hex_scan(hex_board *board, const char *text);

/* Writes the board into a buffer of `room` bytes: size * size characters and a NUL. Fails with NULL or ROOM. */
HEX_API hex_error hex_dump(const hex_board *board, char *text, size_t room);

/* ---- cells -------------------------------------------------------------------------------------------------------- */

/* Sets the content of a cell, empty or not; HEX_EMPTY removes a stone. Fails with NULL, CELL or STONE.
 * Takes almost constant time for an empty cell; removing a stone from a chain takes time linear in the number of cells. */
HEX_API hex_error hex_set(hex_board *board, int row, int col, char stone);

/* Stores the content of a cell. Fails with NULL or CELL. */
HEX_API hex_error hex_get(const hex_board *board, int row, int col, char *stone);

/* Lists the neighbours of a cell, 0 to 6 of them (2 to 6 from size 2 on), in this order if they are on the board:
 * above, above right, left, right, below left, below. Fails with NULL or CELL. */
HEX_API hex_error hex_neighbours(const hex_board *board, int row, int col, hex_cell neighbours[HEX_MOST_NEIGHBOURS],
                                 int *count);

/* ---- the whole board ---------------------------------------------------------------------------------------------- */

/* Empties every cell. Fails with NULL. */
HEX_API hex_error hex_clear(hex_board *board);

/* Exchanges the roles of the sides: every stone changes its colour and moves to the cell with row and column exchanged.
 * Flipping twice restores the board. Fails with NULL. */
HEX_API hex_error hex_flip(hex_board *board);

/* Counts the cells that hold HEX_RED, HEX_BLUE or HEX_EMPTY. Takes constant time. Fails with NULL or STONE. */
HEX_API hex_error hex_count(const hex_board *board, char stone, int *count);

/* Stores the winner: HEX_RED, HEX_BLUE, or HEX_EMPTY if neither side has connected, which is impossible on a full board.
 * Takes almost constant time. Fails with NULL. */
HEX_API hex_error hex_winner(const hex_board *board, char *winner);

#ifdef __cplusplus
}
#endif

#endif
