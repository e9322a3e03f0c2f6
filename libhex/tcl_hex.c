/* The board of Hex as a Tcl extension: package require hex.
 *
 * A board is a command, like a Tk widget: "hex::board new 11" creates one and returns its name, "$board set 5 5 red"
 * places a stone, "$board destroy" or "rename $board {}" deletes it. The error code of errors is "HEX reason".
 * All data belongs to one interpreter: there is no global state, and safe interpreters may load the extension.
 */
#include <tcl.h>

#include "hex/hex.h"

#ifndef TCL_SIZE_MAX /* in Tcl 8.6, lengths have type int */
typedef int Tcl_Size;
#endif

/* ---- errors and values -------------------------------------------------------------------------------------------- */

static int fail(Tcl_Interp *interp, const char *reason, Tcl_Obj *message) {
  Tcl_SetObjResult(interp, message);
  Tcl_SetErrorCode(interp, "HEX", reason, (char *)NULL);
  return TCL_ERROR;
}

/* Converts an error of libhex to a Tcl error. */
static int check(Tcl_Interp *interp, hex_error error) {
  static const char *const REASONS[] = {"OK", "NULL", "SIZE", "CELL", "STONE", "LENGTH", "ROOM", "MEMORY"};
  return error == HEX_OK ? TCL_OK : fail(interp, REASONS[error], Tcl_NewStringObj(hex_error_text(error), -1));
}

static void set_word(Tcl_Interp *interp, char stone, const char *word_for_empty) {
  const char *word = stone == HEX_RED ? "red" : stone == HEX_BLUE ? "blue" : word_for_empty;
  Tcl_SetObjResult(interp, Tcl_NewStringObj(word, -1));
}

static int get_stone(Tcl_Interp *interp, Tcl_Obj *word, char *stone) {
  static const char *const STONES[] = {"red", "blue", "empty", NULL};
  static const char LETTERS[] = {HEX_RED, HEX_BLUE, HEX_EMPTY};
  int index;
  if (Tcl_GetIndexFromObj(interp, word, STONES, "stone", TCL_EXACT, &index) != TCL_OK) return TCL_ERROR;
  *stone = LETTERS[index];
  return TCL_OK;
}

static int get_cell(Tcl_Interp *interp, Tcl_Obj *const words[], hex_cell *cell) {
  if (Tcl_GetIntFromObj(interp, words[0], &cell->row) != TCL_OK) return TCL_ERROR;
  return Tcl_GetIntFromObj(interp, words[1], &cell->col);
}

/* ---- creating boards ---------------------------------------------------------------------------------------------- */

static const char COUNTER[] = "hex::boards"; /* key of an interpreter's counter of automatically named boards */

typedef struct {
  long boards;
} counter;

/* The data of a board's command. */
typedef struct {
  hex_board *board;
  Tcl_Command command; /* stays the same when the command is renamed, imported or called by an alias */
} owner;

static int board_command(ClientData data, Tcl_Interp *interp, int count, Tcl_Obj *const words[]);

static void delete_owner(ClientData data) {
  hex_destroy(((owner *)data)->board);
  Tcl_Free(data);
}

static void delete_counter(ClientData data, Tcl_Interp *interp) {
  (void)interp;
  Tcl_Free(data);
}

/* Creates a command that owns the board, or frees the board if that fails. The result is the command's full name. */
static int add_board(Tcl_Interp *interp, Tcl_Obj *name, hex_board *board) {
  owner *fresh = (owner *)Tcl_Alloc(sizeof *fresh);
  fresh->board = board;
  fresh->command = NULL;
  Tcl_IncrRefCount(name);
  if (!Tcl_FindCommand(interp, Tcl_GetString(name), NULL, 0))
    fresh->command = Tcl_CreateObjCommand(interp, Tcl_GetString(name), board_command, fresh, delete_owner);
  int status = TCL_OK;
  if (fresh->command) {
    Tcl_Obj *full_name = Tcl_NewObj();
    Tcl_GetCommandFullName(interp, fresh->command, full_name);
    Tcl_SetObjResult(interp, full_name);
  } else {
    delete_owner(fresh);
    const char *text = Tcl_GetString(name);
    status = fail(interp, "NAME", Tcl_ObjPrintf("command \"%s\" already exists", text));
  }
  Tcl_DecrRefCount(name);
  return status;
}

static int add_unnamed_board(Tcl_Interp *interp, hex_board *board) {
  counter *names = Tcl_GetAssocData(interp, COUNTER, NULL);
  long number = names ? ++names->boards : 0; /* there is no counter while the interpreter is being deleted */
  return add_board(interp, Tcl_ObjPrintf("::hex::board%ld", number), board);
}

/* Returns the qualified name: without leading colons, a name belongs to the current namespace. */
static Tcl_Obj *qualified(Tcl_Interp *interp, Tcl_Obj *name) {
  const char *text = Tcl_GetString(name), *space = Tcl_GetCurrentNamespace(interp)->fullName;
  if (text[0] == ':' && text[1] == ':') return name;
  return Tcl_ObjPrintf("%s%s%s", space, space[2] ? "::" : "", text);
}

/* ---- subcommands of a board --------------------------------------------------------------------------------------- */

static int run_size(Tcl_Interp *interp, hex_board *board, Tcl_Obj *const words[]) {
  (void)words;
  Tcl_SetObjResult(interp, Tcl_NewIntObj(hex_size(board)));
  return TCL_OK;
}

static int run_set(Tcl_Interp *interp, hex_board *board, Tcl_Obj *const words[]) {
  hex_cell cell;
  char stone;
  if (get_cell(interp, words, &cell) != TCL_OK || get_stone(interp, words[2], &stone) != TCL_OK) return TCL_ERROR;
  return check(interp, hex_set(board, cell.row, cell.col, stone));
}

static int run_get(Tcl_Interp *interp, hex_board *board, Tcl_Obj *const words[]) {
  hex_cell cell;
  char stone;
  if (get_cell(interp, words, &cell) != TCL_OK) return TCL_ERROR;
  if (check(interp, hex_get(board, cell.row, cell.col, &stone)) != TCL_OK) return TCL_ERROR;
  set_word(interp, stone, "empty");
  return TCL_OK;
}

static int run_neighbours(Tcl_Interp *interp, hex_board *board, Tcl_Obj *const words[]) {
  hex_cell cell, neighbours[HEX_MOST_NEIGHBOURS];
  int count;
  if (get_cell(interp, words, &cell) != TCL_OK) return TCL_ERROR;
  if (check(interp, hex_neighbours(board, cell.row, cell.col, neighbours, &count)) != TCL_OK) return TCL_ERROR;
  Tcl_Obj *list = Tcl_NewListObj(0, NULL);
  for (int i = 0; i < count; i++) {
    Tcl_Obj *pair[] = {Tcl_NewIntObj(neighbours[i].row), Tcl_NewIntObj(neighbours[i].col)};
    Tcl_ListObjAppendElement(NULL, list, Tcl_NewListObj(2, pair));
  }
  Tcl_SetObjResult(interp, list);
  return TCL_OK;
}

static int run_count(Tcl_Interp *interp, hex_board *board, Tcl_Obj *const words[]) {
  char stone;
  int number;
  if (get_stone(interp, words[0], &stone) != TCL_OK) return TCL_ERROR;
  if (check(interp, hex_count(board, stone, &number)) != TCL_OK) return TCL_ERROR;
  Tcl_SetObjResult(interp, Tcl_NewIntObj(number));
  return TCL_OK;
}

static int run_winner(Tcl_Interp *interp, hex_board *board, Tcl_Obj *const words[]) {
  (void)words;
  char winner;
  if (check(interp, hex_winner(board, &winner)) != TCL_OK) return TCL_ERROR;
  set_word(interp, winner, "");
  return TCL_OK;
}

static int run_clear(Tcl_Interp *interp, hex_board *board, Tcl_Obj *const words[]) {
  (void)words;
  return check(interp, hex_clear(board));
}

static int run_flip(Tcl_Interp *interp, hex_board *board, Tcl_Obj *const words[]) {
  (void)words;
  return check(interp, hex_flip(board));
}

static int run_scan(Tcl_Interp *interp, hex_board *board, Tcl_Obj *const words[]) {
  return check(interp, hex_scan(board, Tcl_GetString(words[0])));
}

static int run_dump(Tcl_Interp *interp, hex_board *board, Tcl_Obj *const words[]) {
  (void)words;
  int cells = hex_size(board) * hex_size(board);
  Tcl_Obj *text = Tcl_NewObj();
  Tcl_SetObjLength(text, (Tcl_Size)cells);
  hex_dump(board, Tcl_GetString(text), (size_t)cells + 1);
  Tcl_SetObjResult(interp, text);
  return TCL_OK;
}

static int run_copy(Tcl_Interp *interp, hex_board *board, Tcl_Obj *const words[]) {
  (void)words;
  hex_board *copy;
  if (check(interp, hex_copy(board, &copy)) != TCL_OK) return TCL_ERROR;
  return add_unnamed_board(interp, copy);
}

static int run_assign(Tcl_Interp *interp, hex_board *board, Tcl_Obj *const words[]) {
  const char *name = Tcl_GetString(words[0]);
  Tcl_CmdInfo info;
  if (!Tcl_GetCommandInfo(interp, name, &info) || info.objProc != board_command)
    return fail(interp, "NAME", Tcl_ObjPrintf("\"%s\" is not a board", name));
  return check(interp, hex_assign(board, ((owner *)info.objClientData)->board));
}

static const struct subcommand {
  const char *name;
  int arguments;
  const char *usage;
  int (*run)(Tcl_Interp *interp, hex_board *board, Tcl_Obj *const words[]);
} SUBCOMMANDS[] = {
    {"assign", 1, "board", run_assign},
    {"clear", 0, NULL, run_clear},
    {"copy", 0, NULL, run_copy},
    {"count", 1, "stone", run_count},
    {"destroy", 0, NULL, NULL}, /* handled by board_command */
    {"dump", 0, NULL, run_dump},
    {"flip", 0, NULL, run_flip},
    {"get", 2, "row col", run_get},
    {"neighbours", 2, "row col", run_neighbours},
    {"scan", 1, "text", run_scan},
    {"set", 3, "row col stone", run_set},
    {"size", 0, NULL, run_size},
    {"winner", 0, NULL, run_winner},
    {NULL, 0, NULL, NULL},
};

static int board_command(ClientData data, Tcl_Interp *interp, int count, Tcl_Obj *const words[]) {
  int index;
  if (count < 2) {
    Tcl_WrongNumArgs(interp, 1, words, "subcommand ?arg ...?");
    return TCL_ERROR;
  }
  if (Tcl_GetIndexFromObjStruct(interp, words[1], SUBCOMMANDS, sizeof SUBCOMMANDS[0], "subcommand", TCL_EXACT, &index))
    return TCL_ERROR;
  const struct subcommand *subcommand = &SUBCOMMANDS[index];
  if (count - 2 != subcommand->arguments) {
    Tcl_WrongNumArgs(interp, 2, words, subcommand->usage);
    return TCL_ERROR;
  }
  owner *own = data;
  if (subcommand->run) return subcommand->run(interp, own->board, words + 2);
  Tcl_DeleteCommandFromToken(interp, own->command);
  return TCL_OK;
}

/* ---- the commands of the package ---------------------------------------------------------------------------------- */

static int factory_command(ClientData data, Tcl_Interp *interp, int count, Tcl_Obj *const words[]) {
  (void)data;
  static const char *const HOW[] = {"create", "new", NULL};
  int how, size;
  hex_board *board;
  if (count < 2) {
    Tcl_WrongNumArgs(interp, 1, words, "create|new ?name? size");
    return TCL_ERROR;
  }
  if (Tcl_GetIndexFromObj(interp, words[1], HOW, "subcommand", TCL_EXACT, &how) != TCL_OK) return TCL_ERROR;
  int named = how == 0;
  if (count != (named ? 4 : 3)) {
    Tcl_WrongNumArgs(interp, 2, words, named ? "name size" : "size");
    return TCL_ERROR;
  }
  if (Tcl_GetIntFromObj(interp, words[count - 1], &size) != TCL_OK) return TCL_ERROR;
  if (check(interp, hex_create(size, &board)) != TCL_OK) return TCL_ERROR;
  return named ? add_board(interp, qualified(interp, words[2]), board) : add_unnamed_board(interp, board);
}

static int other_command(ClientData data, Tcl_Interp *interp, int count, Tcl_Obj *const words[]) {
  (void)data;
  char stone;
  if (count != 2) {
    Tcl_WrongNumArgs(interp, 1, words, "stone");
    return TCL_ERROR;
  }
  if (get_stone(interp, words[1], &stone) != TCL_OK) return TCL_ERROR;
  set_word(interp, hex_other(stone), "empty");
  return TCL_OK;
}

DLLEXPORT int Hex_Init(Tcl_Interp *interp) {
  if (!Tcl_InitStubs(interp, TCL_VERSION, 0)) return TCL_ERROR;
  if (!Tcl_GetAssocData(interp, COUNTER, NULL)) {
    counter *fresh = (counter *)Tcl_Alloc(sizeof *fresh);
    fresh->boards = 0;
    Tcl_SetAssocData(interp, COUNTER, delete_counter, fresh);
  }
  Tcl_CreateObjCommand(interp, "::hex::board", factory_command, NULL, NULL);
  Tcl_CreateObjCommand(interp, "::hex::other", other_command, NULL, NULL);
  return Tcl_PkgProvide(interp, "hex", hex_version());
}

DLLEXPORT int Hex_SafeInit(Tcl_Interp *interp) { return Hex_Init(interp); }
