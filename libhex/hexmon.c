/* hexmon: hosts Hex AIs in shared objects, each in its own process, and is controlled by lines on stdin.
 *
 * The monitor owns the board and shares a mailbox with each AI's process. An AI's process stops itself when it is ready for
 * a request and is continued to serve one, so that it uses no CPU time out of turn. If an AI fails (crashes, exits, hangs
 * or replies with an illegal cell), the monitor prints one line on stderr and exits with status 1.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "hex/hex.h"
#include "hex/hexmon.h"

enum { OK = 0, AI_FAILED = 1, BAD_USAGE = 2 };
enum { ALREADY_REPORTED = 113 }; /* exit status of an AI's process that has printed its own error message */
enum { LONGEST_LINE = 256, MOST_SYMBOL = 256, LOAD_MS = 10000, QUIT_MS = 2000 };

static const char USAGE[] =
    "usage: hexmon [-t MILLISECONDS] SIZE RED[:OPTION] BLUE[:OPTION]\n"
    "\n"
    "Hosts a game of Hex. RED and BLUE are shared objects (libNAME.so, which exports\n"
    "hex_ai_init_NAME) or the word human. Blue moves first. -t limits the time per move.\n"
    "\n"
    "Commands on stdin, rows and columns from 0:\n"
    "  red ROW COL, blue ROW COL   place a stone; echoed\n"
    "  move red, move blue         request a move from that AI; same reply\n"
    "  quit                        exit\n"
    "\n"
    "Example: printf 'move blue\\nquit\\n' | hexmon 11 human ./libfoo.so:depth=3\n";

/* The mailbox of one AI, in memory shared by both processes. */
struct mailbox {
  volatile int requests, answers; /* incremented by the monitor and by the AI's process */
  volatile int row, col;
  char board[];
};

struct player {
  const char *name; /* "red" or "blue" */
  char *path;       /* NULL for a human */
  char *option;
  pid_t pid;
  struct mailbox *mailbox;
};

static int size;
static hex_board *board; /* the monitor's own, not accessible to AIs */
static int limit_ms; /* for a move; 0 for no limit */
static struct player players[2] = {{.name = "red"}, {.name = "blue"}};

static void complain(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  fputs("hexmon: ", stderr);
  vfprintf(stderr, format, arguments);
  fputc('\n', stderr);
  va_end(arguments);
}

/* ---- in the AI's process ------------------------------------------------------------------------------------------ */

static volatile sig_atomic_t must_end;

static void on_term(int signal_number) {
  (void)signal_number;
  must_end = 1;
}

/* Loads a shared object; libfoo.so exports hex_ai_init_foo. */
static hex_ai_init *load(const struct player *player) {
  char copy[PATH_MAX], symbol[MOST_SYMBOL];
  snprintf(copy, sizeof copy, "%s", player->path);
  char *name = basename(copy);
  if (strncmp(name, "lib", 3) == 0) name += 3;
  char *end = strstr(name, ".so");
  if (end) *end = '\0';
  snprintf(symbol, sizeof symbol, "hex_ai_init_%s", name);

  /* Without a slash, dlopen searches only the system's folders. */
  char path[PATH_MAX];
  const char *here = !strchr(player->path, '/') && access(player->path, F_OK) == 0 ? "./" : "";
  snprintf(path, sizeof path, "%s%s", here, player->path);
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    complain("%s cannot be loaded: %s", player->name, dlerror());
    return NULL;
  }
  void *address = dlsym(library, symbol);
  if (!address) {
    complain("%s: %s does not export %s", player->name, player->path, symbol);
    return NULL;
  }
  hex_ai_init *init;
  memcpy(&init, &address, sizeof init);
  return init;
}

static _Noreturn void run_ai(const struct player *player, pid_t monitor) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != monitor) _exit(AI_FAILED);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  /* Redirect the AI's stdout to stderr and its stdin to /dev/null: the monitor's are for commands and replies. */
  dup2(STDERR_FILENO, STDOUT_FILENO);
  int nothing = open("/dev/null", O_RDONLY);
  dup2(nothing, STDIN_FILENO);

  struct sigaction end = {.sa_handler = on_term};
  sigaction(SIGTERM, &end, NULL);
  hex_ai_init *init = load(player);
  if (!init) _exit(ALREADY_REPORTED);

  hex_host_info host = {player->option, player->name[0], size};
  hex_ai_info ai = {0};
  init(&host, &ai);
  if (!ai.move_callback) {
    complain("%s: %s does not set move_callback", player->name, player->path);
    _exit(ALREADY_REPORTED);
  }

  struct mailbox *mailbox = player->mailbox;
  size_t cells = (size_t)size * (size_t)size;
  char *copy = malloc(cells + 1); /* the AI may modify it */
  if (!copy) _exit(AI_FAILED);
  for (int served = 0;; served = mailbox->requests) {
    raise(SIGSTOP);
    memcpy(copy, mailbox->board, cells + 1);
    if (must_end) break;
    if (mailbox->requests == served) continue; /* continued by another process */
    int row = -1, col = -1;
    ai.move_callback(ai.data, copy, &row, &col);
    mailbox->row = row;
    mailbox->col = col;
    mailbox->answers = mailbox->requests;
  }
  if (ai.destroy_callback) ai.destroy_callback(ai.data, copy);
  exit(OK);
}

/* ---- in the monitor ----------------------------------------------------------------------------------------------- */

/* Copies the board into an AI's mailbox. */
static void show_board(struct mailbox *mailbox) {
  hex_dump(board, mailbox->board, (size_t)size * (size_t)size + 1);
}

/* Waits until the AI's process stops or exits. Returns its wait status, or -1 on time-out. */
static int wait_for(pid_t pid, int milliseconds) {
  sigset_t child;
  sigemptyset(&child);
  sigaddset(&child, SIGCHLD);
  struct timespec now, end;
  clock_gettime(CLOCK_MONOTONIC, &end);
  end.tv_sec += milliseconds / 1000;
  end.tv_nsec += milliseconds % 1000 * 1000000L;
  for (;;) {
    int status;
    pid_t changed = waitpid(pid, &status, WUNTRACED | (milliseconds ? WNOHANG : 0));
    if (changed == pid) return status;
    if (changed < 0 && errno != EINTR) return -1;
    if (!milliseconds) continue;
    clock_gettime(CLOCK_MONOTONIC, &now);
    struct timespec left = {end.tv_sec - now.tv_sec, end.tv_nsec - now.tv_nsec};
    if (left.tv_nsec < 0) left.tv_sec--, left.tv_nsec += 1000000000L;
    if (left.tv_sec < 0) return -1;
    sigtimedwait(&child, NULL, &left);
  }
}

/* Reports an AI that exited, crashed or took too long. */
static void report(struct player *player, int status, int limit, const char *when) {
  if (status == -1) complain("%s took longer than %d ms %s", player->name, limit, when);
  else if (WIFSIGNALED(status)) complain("%s crashed %s: %s", player->name, when, strsignal(WTERMSIG(status)));
  else if (WEXITSTATUS(status) != ALREADY_REPORTED)
    complain("%s exited %s with status %d", player->name, when, WEXITSTATUS(status));
  if (status != -1) player->pid = 0;
}

static int start(struct player *player) {
  if (!player->path) return OK;
  size_t bytes = sizeof(struct mailbox) + (size_t)size * (size_t)size + 1;
  player->mailbox = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (player->mailbox == MAP_FAILED) {
    complain("cannot allocate memory shared with %s: %s", player->name, strerror(errno));
    return AI_FAILED;
  }
  show_board(player->mailbox);
  fflush(NULL);
  pid_t monitor = getpid();
  player->pid = fork();
  if (player->pid < 0) {
    complain("%s cannot be started: %s", player->name, strerror(errno));
    player->pid = 0;
    return AI_FAILED;
  }
  if (player->pid == 0) run_ai(player, monitor);
  setpgid(player->pid, player->pid);
  return OK;
}

static int wait_until_ready(struct player *player) {
  if (!player->pid) return OK;
  int status = wait_for(player->pid, LOAD_MS);
  if (status != -1 && WIFSTOPPED(status)) return OK;
  report(player, status, LOAD_MS, "while loading");
  return AI_FAILED;
}

/* Places a stone and prints it, or reports that the cell is off the board. */
static void put(struct player *player, int row, int col) {
  if (hex_set(board, row, col, player->name[0]) == HEX_OK) printf("%s %d %d\n", player->name, row, col);
  else complain("row %d, column %d is off the board of size %d", row, col, size);
}

static int ask(struct player *player) {
  struct mailbox *mailbox = player->mailbox;
  show_board(mailbox);
  int request = ++mailbox->requests;
  kill(player->pid, SIGCONT);
  int status = wait_for(player->pid, limit_ms);
  if (status == -1 || !WIFSTOPPED(status)) {
    report(player, status, limit_ms, "on its move");
    return AI_FAILED;
  }
  if (mailbox->answers != request) {
    complain("%s stopped itself without a move", player->name);
    return AI_FAILED;
  }
  int row = mailbox->row, col = mailbox->col;
  char stone;
  if (hex_get(board, row, col, &stone) != HEX_OK) {
    complain("%s answered row %d, column %d, which is off the board of size %d", player->name, row, col, size);
    return AI_FAILED;
  }
  if (stone != HEX_EMPTY) {
    complain("%s answered row %d, column %d, which is occupied", player->name, row, col);
    return AI_FAILED;
  }
  put(player, row, col);
  return OK;
}

static struct player *by_name(const char *name) {
  for (int i = 0; i < 2; i++)
    if (strcmp(name, players[i].name) == 0) return &players[i];
  return NULL;
}

/* Executes one line. Returns -1 to continue, or the exit status. */
static int execute(const char *line) {
  char word[16], argument[16], rest;
  int row, col;
  int words = sscanf(line, "%15s %15s %c", word, argument, &rest);
  if (words <= 0) return -1;
  if (words == 1 && strcmp(word, "quit") == 0) return OK;
  struct player *player = words >= 2 ? by_name(argument) : NULL;
  if (words == 2 && strcmp(word, "move") == 0 && player) {
    if (player->pid) return ask(player) == OK ? -1 : AI_FAILED;
    complain("%s is human; use '%s ROW COL'", player->name, player->name);
    return -1;
  }
  player = by_name(word);
  if (player && sscanf(line, "%*s %9d %9d %c", &row, &col, &rest) == 2) {
    put(player, row, col);
    return -1;
  }
  complain("unknown command: %.*s (expected red ROW COL, blue ROW COL, move red, move blue or quit)",
           (int)strcspn(line, "\r\n"), line);
  return -1;
}

static int serve(void) {
  char line[LONGEST_LINE];
  while (fgets(line, sizeof line, stdin)) {
    if (!strchr(line, '\n') && !feof(stdin)) {
      complain("a line is longer than %d characters", LONGEST_LINE - 2);
      for (int c; (c = getchar()) != '\n' && c != EOF;) continue;
      continue;
    }
    int status = execute(line);
    if (status >= 0) return status;
  }
  return OK;
}

/* Lets an AI clean up and exit, or kills it if it does not. */
static void end(struct player *player, int politely) {
  if (!player->pid) return;
  if (politely) {
    show_board(player->mailbox);
    kill(player->pid, SIGTERM);
    kill(player->pid, SIGCONT);
    int status = wait_for(player->pid, QUIT_MS);
    if (status != -1 && !WIFSTOPPED(status)) player->pid = 0;
  }
  if (player->pid) {
    kill(-player->pid, SIGKILL);
    waitpid(player->pid, NULL, 0);
  }
}

static int parse_player(struct player *player, char *text) {
  char *colon = strchr(text, ':');
  static char no_option[] = "";
  player->option = colon ? colon + 1 : no_option;
  if (colon) *colon = '\0';
  if (strcmp(text, "human") != 0) player->path = text;
  return player->path && strlen(player->path) >= PATH_MAX - 2;
}

static int parse_number(const char *text, int least, int most, int *number) {
  char *end_of_number;
  errno = 0;
  long value = strtol(text, &end_of_number, 10);
  if (errno || *end_of_number || end_of_number == text || value < least || value > most) return 1;
  *number = (int)value;
  return 0;
}

int main(int argc, char **argv) {
  int option;
  while ((option = getopt(argc, argv, "+ht:")) != -1) {
    if (option == 'h') return fputs(USAGE, stdout), OK;
    if (option != 't') return fputs(USAGE, stderr), BAD_USAGE;
    if (parse_number(optarg, 1, INT_MAX, &limit_ms)) {
      complain("the time per move is '%s'; expected milliseconds, 1 or more", optarg);
      return BAD_USAGE;
    }
  }
  if (argc - optind != 3) return fputs(USAGE, stderr), BAD_USAGE;
  if (parse_number(argv[optind], 1, HEX_MOST_SIZE, &size)) {
    complain("the size of the board is '%s'; expected a number from 1 to %d", argv[optind], HEX_MOST_SIZE);
    return BAD_USAGE;
  }
  for (int i = 0; i < 2; i++)
    if (parse_player(&players[i], argv[optind + 1 + i])) {
      complain("the path of %s is too long", players[i].name);
      return BAD_USAGE;
    }

  hex_error error = hex_create(size, &board);
  if (error) return complain("the board: %s", hex_error_text(error)), AI_FAILED;
  setvbuf(stdout, NULL, _IOLBF, 0);
  signal(SIGPIPE, SIG_IGN);
  signal(SIGCHLD, SIG_DFL); /* if it is ignored, the exit status of children is lost */
  sigset_t child;
  sigemptyset(&child);
  sigaddset(&child, SIGCHLD);
  sigprocmask(SIG_BLOCK, &child, NULL);

  int status = OK;
  for (int i = 0; i < 2 && status == OK; i++) status = start(&players[i]);
  for (int i = 0; i < 2 && status == OK; i++) status = wait_until_ready(&players[i]);
  if (status == OK) status = serve();
  for (int i = 0; i < 2; i++) end(&players[i], status == OK);
  return status;
}
