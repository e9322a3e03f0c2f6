/* libhex: the board of Hex.
 *
 * A board is a rhombus of size * size cells, each named by its row and column, both from 0 at the top left. A cell touches
 * six others, fewer at an edge. Red connects the top and the bottom row, blue the left and the right column; on a full
 * board exactly one of them does. As text, a board is a string of size * size characters, column by column: the cell in a
 * row and a column stands at row + col * size. That is the string which hexmon hands to an AI (see hex/hexmon.h).
 *
 * A function that can fail gives HEX_OK, or says why it failed and has then changed nothing: neither the board nor what
 * any pointer leads to. Nothing aborts or prints, and a NULL is an error like any other. There is no global state: threads
 * may use different boards at once, and read the same one, for only functions that take a board without const change it.
 */
#ifndef HEX_HEX_H
#define HEX_HEX_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Versions are semantic. The major one is that of the shared library, libhex.so.1. */
#define HEX_VERSION_MAJOR 1
#define HEX_VERSION_MINOR 0
#define HEX_VERSION_PATCH 0
#define HEX_VERSION "1.0.0"

#if defined(__GNUC__)
#define HEX_API __attribute__((visibility("default")))
#else
#define HEX_API
#endif

/* What a cell holds, in text and everywhere else. */
#define HEX_EMPTY ' '
#define HEX_RED 'r'
#define HEX_BLUE 'b'

enum { HEX_MOST_SIZE = 1000, HEX_MOST_NEIGHBOURS = 6 };

typedef enum {
  HEX_OK = 0,
  HEX_ERROR_NULL,   /* a pointer is NULL */
  HEX_ERROR_SIZE,   /* a size is not from 1 to HEX_MOST_SIZE, or two boards differ in size */
  HEX_ERROR_CELL,   /* a row or a column is not on the board */
  HEX_ERROR_STONE,  /* a character is none of HEX_EMPTY, HEX_RED and HEX_BLUE */
  HEX_ERROR_LENGTH, /* a text has not size * size characters */
  HEX_ERROR_ROOM,   /* there is no room for size * size characters and the NUL that ends them */
  HEX_ERROR_MEMORY  /* there is no memory */
} hex_error;

typedef struct {
  int row, col;
} hex_cell;

typedef struct hex_board hex_board;

/* The version of the library that runs, as text; HEX_VERSION is that of the header. */
HEX_API const char *hex_version(void);

/* What an error means, in a few words of English. Never NULL, whatever the number; not to be freed. */
HEX_API const char *hex_error_text(hex_error error);

/* The other colour: HEX_BLUE for HEX_RED, HEX_RED for HEX_BLUE, and HEX_EMPTY for anything else. */
HEX_API char hex_other(char colour);

/* ---- boards ------------------------------------------------------------------------------------------------------- */

/* Makes an empty board, to be ended by hex_destroy. Fails with NULL, SIZE or MEMORY. */
HEX_API hex_error hex_create(int size, hex_board **board);

/* Makes another board like this one, to be ended by hex_destroy. Fails with NULL or MEMORY. */
HEX_API hex_error hex_copy(const hex_board *board, hex_board **copy);

/* Makes a board of the same size like another, with no new memory: to take moves back. Fails with NULL or SIZE. */
HEX_API hex_error hex_assign(hex_board *board, const hex_board *other);

/* Ends a board. A NULL does no harm. */
HEX_API void hex_destroy(hex_board *board);

/* The length of a side; 0 for NULL. */
HEX_API int hex_size(const hex_board *board);

/* ---- text --------------------------------------------------------------------------------------------------------- */

/* Sets every cell from a text; reads at most size * size + 1 characters. Fails with NULL, LENGTH or STONE. */
HEX_API hex_error hex_scan(hex_board *board, const char *text);

/* Writes the board into so many bytes of room: size * size characters and a NUL. Fails with NULL or ROOM. */
HEX_API hex_error hex_dump(const hex_board *board, char *text, size_t room);

/* ---- cells -------------------------------------------------------------------------------------------------------- */

/* Puts a stone, whatever was there, or takes it away with HEX_EMPTY. Fails with NULL, CELL or STONE.
 * On an empty cell this takes almost constant time; taking a stone from a chain takes time for every cell. */
HEX_API hex_error hex_set(hex_board *board, int row, int col, char stone);

/* Tells what a cell holds. Fails with NULL or CELL. */
HEX_API hex_error hex_get(const hex_board *board, int row, int col, char *stone);

/* Tells the cells that touch a cell, 0 to 6 of them (2 to 6 from size 2), in this order where they are on the board:
 * above, above right, left, right, below left, below. Fails with NULL or CELL. */
HEX_API hex_error hex_neighbours(const hex_board *board, int row, int col, hex_cell neighbours[HEX_MOST_NEIGHBOURS],
                                 int *count);

/* ---- the whole board ---------------------------------------------------------------------------------------------- */

/* Empties every cell. Fails with NULL. */
HEX_API hex_error hex_clear(hex_board *board);

/* Turns the game into the same game seen by the other side: every stone changes its colour and moves to the cell with
 * row and column exchanged, so that what red had, blue has. Twice gives the board back. Fails with NULL. */
HEX_API hex_error hex_flip(hex_board *board);

/* Counts the cells that hold HEX_RED, HEX_BLUE or HEX_EMPTY. Takes constant time. Fails with NULL or STONE. */
HEX_API hex_error hex_count(const hex_board *board, char stone, int *count);

/* Tells who has connected: HEX_RED, HEX_BLUE, or HEX_EMPTY while nobody has. Never both, and never nobody on a full
 * board. Takes almost constant time. Fails with NULL. */
HEX_API hex_error hex_winner(const hex_board *board, char *winner);

#ifdef __cplusplus
}
#endif

#endif
