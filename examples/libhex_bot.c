/* Pathfinder, a Hex AI for hexmon that searches, using libhex. It evaluates a position by the number of stones that
 * each side still needs to connect. Build it as libpathfinder.so; the option, as in ./libpathfinder.so:3, is the search
 * depth (2 by default).
 *
 *   cc -O2 -shared -fPIC -o libpathfinder.so examples/libhex_bot.c $(crownbridge libhex --cflags --libs)
 *
 * It always searches as red: hex_flip flips the board if it plays blue, and for the opponent's replies.
 */
#include <hex/hex.h>
#include <hex/hexmon.h>
#include <stdlib.h>

enum { STONE = 100, BRIDGE = 1, FAR = 1000000, WON = 100 * FAR }; /* costs of a path, and the value of a win */
enum { WIDTH = 8 };                                               /* number of moves searched per position */

typedef struct {
  char colour;
  int size, depth;
  hex_board *board, *turned; /* the position, and its flipped copy */
  char *text;                /* the board being measured */
  int *from_top, *from_bottom;
} mind;

/* The six neighbours of a cell in circular order, with the first repeated. Two consecutive ones carry a bridge: if the
 * opponent takes one of them, the other still connects the cell with the one beyond. */
static const hex_cell AROUND[] = {{-1, 0}, {-1, 1}, {0, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, 0}};

/* Return the content of a cell; cells off the board count as blue. */
static char at(const mind *m, int row, int col) {
  int on_board = row >= 0 && row < m->size && col >= 0 && col < m->size;
  return on_board ? m->text[row + col * m->size] : HEX_BLUE;
}

/* Return the smaller of `least` and the cost of a path through that cell. */
static int least_of(const mind *m, int least, const int *need, int row, int col, int more) {
  int cost = at(m, row, col) == HEX_BLUE ? FAR : need[row + col * m->size] + more;
  return cost < least ? cost : least;
}

/* Compute for every cell the cost for red to connect it to the row `edge`, the cell included; `in` is inwards. */
static void measure(mind *m, int edge, int in, int *need) {
  int size = m->size;
  for (int cell = 0; cell < size * size; cell++) need[cell] = FAR;
  for (int changed = 1; changed;) {
    changed = 0;
    for (int row = edge; row >= 0 && row < size; row += in)
      for (int col = 0; col < size; col++) {
        char stone = at(m, row, col);
        if (stone == HEX_BLUE) continue;
        int free_edge = at(m, edge, col) == HEX_EMPTY && at(m, edge, col + in) == HEX_EMPTY;
        int least = row == edge ? 0 : row == edge + in && free_edge ? BRIDGE : FAR;
        for (int i = 0; i < 6; i++) {
          hex_cell a = AROUND[i], b = AROUND[i + 1];
          least = least_of(m, least, need, row + a.row, col + a.col, 0);
          if (at(m, row + a.row, col + a.col) == HEX_EMPTY && at(m, row + b.row, col + b.col) == HEX_EMPTY)
            least = least_of(m, least, need, row + a.row + b.row, col + a.col + b.col, BRIDGE);
        }
        if (stone == HEX_EMPTY) least += STONE;
        if (least >= need[row + col * size]) continue;
        need[row + col * size] = least;
        changed = 1;
      }
  }
}

/* Return the cost for red to connect its edges: that of the stones and bridges, minus one for every cell on a shortest
 * path. */
static int distance(mind *m, const hex_board *board) {
  int cells = m->size * m->size, least = FAR, helpful = 0;
  hex_dump(board, m->text, (size_t)cells + 1);
  measure(m, 0, 1, m->from_top);
  measure(m, m->size - 1, -1, m->from_bottom);
  for (int cell = 0; cell < cells; cell++) {
    int empty = m->text[cell] == HEX_EMPTY;
    int needed = m->from_top[cell] + m->from_bottom[cell] - (empty ? STONE : 0);
    if (needed / STONE < least / STONE) helpful = 0;
    if (needed < least) least = needed;
    if (empty && needed / STONE == least / STONE && helpful < STONE / 2) helpful++;
  }
  return least - helpful;
}

/* Evaluate the board for red, who has just moved. */
static int judge(mind *m, const hex_board *board) {
  char winner;
  hex_winner(board, &winner);
  if (winner == HEX_RED) return WON;
  int own = distance(m, board);
  if (own < STONE / 2) return WON / 2 - own; /* connected by bridges: only complete them */
  hex_assign(m->turned, board);
  hex_flip(m->turned);
  return distance(m, m->turned) - own;
}

/* Search `depth` moves deep; return the value of the best move for red and store the move. The board is unchanged. */
static int search(mind *m, hex_board *board, int depth, hex_cell *best) {
  struct { hex_cell cell; int worth; } moves[WIDTH + 1];
  int count = 0;
  for (int col = 0; col < m->size; col++)
    for (int row = 0; row < m->size; row++) {
      char stone;
      hex_get(board, row, col, &stone);
      if (stone != HEX_EMPTY) continue;
      hex_set(board, row, col, HEX_RED);
      int worth = judge(m, board), place = count;
      hex_set(board, row, col, HEX_EMPTY);
      for (; place > 0 && moves[place - 1].worth < worth; place--) moves[place] = moves[place - 1];
      moves[place].cell = (hex_cell){row, col};
      moves[place].worth = worth;
      if (count < WIDTH) count++;
    }
  if (count == 0) return 0;
  int chosen = 0;
  hex_board *after;
  for (int i = 0; i < count && depth > 1 && moves[0].worth < WON && hex_copy(board, &after) == HEX_OK; i++) {
    hex_cell reply;
    hex_set(after, moves[i].cell.row, moves[i].cell.col, HEX_RED);
    hex_flip(after);
    moves[i].worth = -search(m, after, depth - 1, &reply);
    hex_destroy(after);
    if (moves[i].worth > moves[chosen].worth) chosen = i;
  }
  *best = moves[chosen].cell;
  return moves[chosen].worth;
}

static void move(void *data, char *text, int *row, int *col) {
  mind *m = data;
  hex_cell best = {-1, -1};
  if (hex_scan(m->board, text) != HEX_OK) return;
  if (m->colour == HEX_BLUE) hex_flip(m->board);
  search(m, m->board, m->depth, &best);
  *row = m->colour == HEX_BLUE ? best.col : best.row;
  *col = m->colour == HEX_BLUE ? best.row : best.col;
}

void hex_ai_init_pathfinder(hex_host_info *host, hex_ai_info *ai) {
  static mind m;
  size_t cells = (size_t)host->size * (size_t)host->size;
  int depth = atoi(host->opt);
  m = (mind){.colour = host->color, .size = host->size, .depth = depth > 0 ? depth : 2, .text = malloc(cells + 1)};
  m.from_top = malloc(cells * sizeof(int));
  m.from_bottom = malloc(cells * sizeof(int));
  if (hex_create(m.size, &m.board) || hex_create(m.size, &m.turned)) return; /* hexmon reports that there is no AI */
  if (!m.text || !m.from_top || !m.from_bottom) return;
  ai->data = &m;
  ai->move_callback = move;
}
