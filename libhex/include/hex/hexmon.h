/* The interface between hexmon and a Hex AI in a shared object.
 *
 * An AI in libfoo.so exports hex_ai_init_foo, of type hex_ai_init. hexmon calls it once, in a process of the AI's own,
 * and then move_callback each time that the AI is to move.
 *
 * A board is a string of size * size characters and a terminating NUL, column by column: the cell in a row and a column,
 * both from 0, stands at row + col * size. ' ' is an empty cell, 'r' a red stone, 'b' a blue one. Red connects the top and
 * the bottom row, blue the left and the right column; blue goes first.
 */
#ifndef HEX_HEXMON_H
#define HEX_HEXMON_H

#ifdef __cplusplus
extern "C" {
#endif

/* What the AI is told. Valid for the life of the process: the AI may keep the pointer. */
typedef struct {
  char *opt;  /* the option from the command line; empty when there is none */
  char color; /* 'r' or 'b': what the AI plays */
  int size;   /* the length of a side of the board */
} hex_host_info;

/* What the AI tells. All fields are zero when hex_ai_init is called. */
typedef struct {
  void *data; /* handed to the callbacks; may stay NULL */

  /* Required: sets row and col, both from 0, to the cell it takes. */
  void (*move_callback)(void *data, char *board, int *row, int *col);

  /* May stay NULL: called before the process ends, with the final board. */
  void (*destroy_callback)(void *data, char *board);
} hex_ai_info;

typedef void hex_ai_init(hex_host_info *host, hex_ai_info *ai);

#ifdef __cplusplus
}
#endif

#endif
