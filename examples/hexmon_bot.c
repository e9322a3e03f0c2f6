/* A Hex AI for hexmon that plays a random empty cell. Build it as libbot.so:
 *
 *   cc -shared -fPIC -o libbot.so examples/hexmon_bot.c $(crownbridge libhex --cflags)
 */
#include <hex/hexmon.h>
#include <stdlib.h>
#include <time.h>

static void move(void *data, char *board, int *row, int *col) {
  const hex_host_info *host = data;
  int cells = host->size * host->size, cell;
  do cell = rand() % cells;
  while (board[cell] != ' ');
  *row = cell % host->size; /* the board is stored column by column */
  *col = cell / host->size;
}

void hex_ai_init_bot(hex_host_info *host, hex_ai_info *ai) {
  srand((unsigned)time(NULL));
  ai->data = host;
  ai->move_callback = move;
}
