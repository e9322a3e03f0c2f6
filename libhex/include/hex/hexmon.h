/* The interface between hexmon and a Hex AI in a shared object.
 *
 * An AI in libfoo.so exports hex_ai_init_foo, of type hex_ai_init. hexmon calls it once, in the AI's own process, and
 * then calls move_callback whenever the AI is to move.
 *
 * A board is a string of size * size characters and a terminating NUL, column by column: the cell at (row, col), both from
 * 0, has index row + col * size. ' ' is an empty cell, 'r' a red stone, 'b' a blue one. Red connects the top and the
 * bottom row, blue the left and the right column; blue moves first.
 */
#ifndef HEX_HEXMON_H
#define HEX_HEXMON_H

#ifdef __cplusplus
extern "C" {
#endif

/* Input of hex_ai_init. Valid for the life of the process: the AI may keep the pointer. */
typedef struct {
  char *opt;  /* the option from the command line; empty if there is none */
  char color; /* 'r' or 'b': the AI's colour */
  int size;   /* the size of the board */
} hex_host_info;

/* Output of hex_ai_init. All fields are zero before the call. */
typedef struct {
  void *data; /* passed to the callbacks; optional */

  /* Required: sets row and col, both from 0, to the AI's move. */
  void (*move_callback)(void *data, char *board, int *row, int *col);

  /* Optional: called before the process exits, with the final board. */
  void (*destroy_callback)(void *data, char *board);
} hex_ai_info;

typedef void hex_ai_init(hex_host_info *host, hex_ai_info *ai);

#ifdef __cplusplus
}
#endif

#endif
