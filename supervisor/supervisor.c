/* supervisor: starts one program, confined, and sees to it that nothing of it survives.
 *
 *   supervisor -x DESCRIPTOR [-k strict|limits] [-u] [-l PATH] [-r PATH] [-w PATH] [-t BYTES]
 *              [-a BYTES] [-c SECONDS] [-p PROCESSES] [-f BYTES] [-n FILES] PROGRAM [ARGUMENT ...]
 *   supervisor -q
 *
 * The program gets stdin, stdout and stderr as they are. -u gives it namespaces; -l, -r and -w name what it may list,
 * read and write; -t is the size of its private /tmp. DESCRIPTOR is a socket to whoever started the supervisor:
 *
 *   "pid N\n"              is sent once, when the program has been started
 *   "error TEXT\n"         is sent instead, when it cannot be
 *   "exit N T M\n" or      is sent when the program has ended: its status or signal,
 *   "signal N T M\n"       its CPU time in microseconds and its peak memory in kilobytes
 *   't', 'k'               are received: TERM, or KILL, for the program and all that it started
 *
 * When the other end of the socket is closed, for whatever reason, everything is killed. With -u, the first process of
 * the namespace is a copy of the supervisor, and when it is killed, the kernel kills all others. Without, the supervisor
 * adopts the orphans of the program (it is their subreaper), so that none gets away by leaving its parent or its
 * process group. -q prints what can be had here.
 */
#define _GNU_SOURCE
#include "sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { FAILED = 127 };

static int control = -1;
static struct sandbox sandbox = {.kind = UNCONFINED, .temporary = 64 << 20};
static int failures[2], ends[2]; /* pipes from the program: why it could not be started; how it ended */

enum { MEMORY, CPU, PROCESSES };
static struct {
  int option, resource;
  rlim_t value;
  int given;
} limits[] = {{'a', RLIMIT_AS, 0, 0},
              {'c', RLIMIT_CPU, 0, 0},
              {'p', RLIMIT_NPROC, 0, 0},
              {'f', RLIMIT_FSIZE, 0, 0},
              {'n', RLIMIT_NOFILE, 0, 0}};
enum { KINDS_OF_LIMITS = sizeof limits / sizeof *limits };

static void tell(const char *line) { (void)!send(control, line, strlen(line), MSG_NOSIGNAL); }

static _Noreturn void give_up(const struct failure *failure) {
  (void)!write(failures[1], failure, sizeof *failure);
  _exit(FAILED);
}

/* Dies with its parent, also one that has died already: then nobody reads of failures any more. */
static void die_with_parent(void) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  struct pollfd reader = {failures[1], 0, 0};
  if (poll(&reader, 1, 0) > 0) _exit(FAILED);
}

static _Noreturn void become(char **program) {
  struct failure failure = {0, ""};
  setsid();
  die_with_parent(); /* should the program kill us, it dies too */
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  struct rlimit no_core = {0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  for (int i = 0; i < KINDS_OF_LIMITS; i++) {
    struct rlimit limit = {limits[i].value, limits[i].value};
    if (limits[i].given) setrlimit(limits[i].resource, &limit);
  }
  if (sandbox.kind != UNCONFINED && drop_privileges(&sandbox, &failure) < 0) give_up(&failure);
  execvp(program[0], program);
  failure.error = errno;
  give_up(&failure);
}

static void close_streams(void) {
  for (int stream = 0; stream <= STDERR_FILENO; stream++) close(stream);
}

/* The first process of the program's namespaces: starts it, reaps all, and tells how it ended. */
static _Noreturn void be_first(char **program, uid_t user, gid_t group) {
  struct failure failure = {0, ""};
  die_with_parent();
  if (enter_namespaces(&sandbox, user, group, &failure) < 0) give_up(&failure);
  pid_t child = program ? fork() : 0;
  if (child == 0 && !program) _exit(0); /* -q: all of it can be had */
  if (child == 0) become(program);
  if (child < 0) {
    fail(&failure, "start", "a process");
    give_up(&failure);
  }
  close_streams(); /* only the program is to hold its streams, so that their ends are seen */
  close(failures[1]);
  close(control);
  int status;
  for (pid_t pid = 0; pid != child;)
    if ((pid = waitpid(-1, &status, 0)) < 0 && errno != EINTR) _exit(FAILED);
  (void)!write(ends[1], &status, sizeof status);
  _exit(0);
}

/* Starts the program, or the first process of its namespaces. */
static pid_t start(char **program) {
  uid_t user = geteuid();
  gid_t group = getegid();
  unsigned long flags = sandbox.namespaces ? (unsigned long)namespaces_of(sandbox.kind) : 0;
  pid_t child = (pid_t)syscall(SYS_clone, flags | SIGCHLD, 0, 0, 0, 0);
  if (child == 0) close(failures[0]); /* or die_with_parent would see a reader: us */
  if (child == 0 && sandbox.kind != UNCONFINED) {
    enter_group();
    write_file("/proc/self/oom_score_adj", "1000"); /* the first to end where memory does */
  }
  if (child == 0 && sandbox.namespaces) be_first(program, user, group);
  if (child == 0) become(program);
  return child;
}

static void list_children(pid_t parent, void (*visit)(pid_t child, int number), int number) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)parent, (int)parent);
  FILE *children = fopen(path, "re");
  int child;
  while (children && fscanf(children, "%d", &child) == 1) visit(child, number);
  if (children) fclose(children);
}

static void signal_child(pid_t child, int number) {
  kill(-child, number); /* its group, where it leads one */
  kill(child, number);
}

/* Killing a process orphans its children, who then become ours: a few rounds reach all of them. */
static void kill_everything(void) {
  for (;;) {
    list_children(getpid(), signal_child, SIGKILL);
    if (waitpid(-1, NULL, 0) < 0 && errno == ECHILD) return;
  }
}

static void report_end(int status, const struct rusage *usage) {
  char line[96];
  long long cpu = (usage->ru_utime.tv_sec + usage->ru_stime.tv_sec) * 1000000LL + usage->ru_utime.tv_usec + usage->ru_stime.tv_usec;
  (void)!read(ends[0], &status, sizeof status); /* of the program itself, where the first process told it */
  snprintf(line, sizeof line, "%s %d %lld %ld\n", WIFSIGNALED(status) ? "signal" : "exit",
           WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status), cpu, usage->ru_maxrss);
  tell(line);
}

/* Reaps whatever has ended. Returns whether the first process has. */
static int reap(pid_t first) {
  struct rusage usage;
  int status, ended = 0;
  pid_t pid;
  while ((pid = wait4(-1, &status, WNOHANG, &usage)) > 0)
    if (pid == first) {
      report_end(status, &usage);
      ended = 1;
    }
  return ended;
}

static void watch(pid_t first, pid_t program, int signals) {
  struct pollfd sources[] = {{control, POLLIN, 0}, {signals, POLLIN, 0}};
  for (;;) {
    if (poll(sources, 2, -1) < 0 && errno != EINTR) return;
    if (sources[0].revents) {
      char order;
      if (recv(control, &order, 1, 0) <= 0 || order == 'k') {
        struct rusage usage;
        int status;
        signal_child(first, SIGKILL);
        if (wait4(first, &status, 0, &usage) == first) report_end(status, &usage);
        return;
      }
      if (order == 't') {
        kill(-program, SIGTERM);
        kill(-program, SIGCONT); /* a stopped program would never see it */
      }
    }
    if (sources[1].revents) {
      struct signalfd_siginfo information;
      (void)!read(signals, &information, sizeof information);
      if (reap(first)) return;
    }
  }
}

static void add_visible(const char *path, enum access access) {
  char *real = realpath(path, NULL);
  if (!real) return; /* gone meanwhile, or not for us to see */
  if (sandbox.count == MOST_PATHS) {
    tell("error too many files to show: give the program a folder of its own\n");
    exit(FAILED);
  }
  sandbox.visible[sandbox.count++] = (struct visible){path, real, access};
}

static int parse(int argc, char **argv) {
  int option;
  while ((option = getopt(argc, argv, "+x:k:ul:r:w:t:a:c:p:f:n:q")) != -1) {
    if (option == 'x') control = atoi(optarg);
    if (option == 'k') sandbox.kind = strcmp(optarg, "strict") == 0 ? STRICT : LIMITS;
    if (option == 'u') sandbox.namespaces = 1;
    if (option == 'l') add_visible(optarg, LIST);
    if (option == 'r') add_visible(optarg, READ);
    if (option == 'w') add_visible(optarg, WRITE);
    if (option == 't') sandbox.temporary = strtoull(optarg, NULL, 10);
    if (option == 'q') return 0;
    for (int i = 0; i < KINDS_OF_LIMITS; i++)
      if (limits[i].option == option) {
        limits[i].value = strtoull(optarg, NULL, 10);
        limits[i].given = 1;
      }
  }
  return optind < argc && control >= 0 ? optind : -1;
}

/* Prints what can be had here. */
static int query(void) {
  static const struct {
    enum kind kind;
    const char *name;
  } kinds[] = {{STRICT, "strict"}, {LIMITS, "namespaces"}};
  sandbox.namespaces = 1;
  fcntl(failures[0], F_SETFL, O_NONBLOCK); /* a child that was killed tells nothing */
  for (int i = 0; i < 2; i++) {
    int status = 0;
    sandbox.kind = kinds[i].kind;
    pid_t child = start(NULL);
    struct failure failure = {errno, "make namespaces"};
    if (child > 0 && waitpid(child, &status, 0) == child && status == 0)
      printf("%s yes\n", kinds[i].name);
    else {
      if (child > 0 && read(failures[0], &failure, sizeof failure) < 0) failure.error = ECANCELED;
      printf("%s no, %s: %s\n", kinds[i].name, failure.step, strerror(failure.error));
    }
    fflush(stdout);
  }
  printf("landlock %d\n", landlock_version());
  return 0;
}

static pid_t first_child;
static void remember(pid_t child, int number) {
  (void)number;
  if (!first_child) first_child = child;
}

int main(int argc, char **argv) {
  int first_word = parse(argc, argv);
  sandbox.folder = getcwd(NULL, 0);
  if (first_word < 0 || !sandbox.folder || pipe2(failures, O_CLOEXEC) < 0 || pipe2(ends, O_CLOEXEC) < 0) {
    fputs("usage: supervisor -x DESCRIPTOR [OPTION ...] PROGRAM [ARGUMENT ...]\n", stderr);
    return FAILED;
  }
  if (first_word == 0) return query();
  fcntl(control, F_SETFD, FD_CLOEXEC);
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  setsid(); /* out of reach of the terminal's Ctrl-C, which is for whoever started us to handle */
  signal(SIGCHLD, SIG_DFL); /* who ignores it is not told how children end */
  sigset_t child;
  sigemptyset(&child);
  sigaddset(&child, SIGCHLD);
  sigprocmask(SIG_BLOCK, &child, NULL);
  int signals = signalfd(-1, &child, SFD_CLOEXEC);

  if (sandbox.kind != UNCONFINED) make_group(limits[PROCESSES].value, limits[MEMORY].value);
  pid_t first = start(argv + first_word);
  struct failure failure = {errno, "make namespaces"};
  close_streams();
  close(failures[1]);
  close(ends[1]);
  if (first < 0 || read(failures[0], &failure, sizeof failure) == sizeof failure) {
    char line[256];
    snprintf(line, sizeof line, "error %s%s%s\n", failure.step, *failure.step ? ": " : "", strerror(failure.error));
    tell(line);
    waitpid(first, NULL, 0);
    remove_group();
    return FAILED;
  }
  if (sandbox.namespaces) list_children(first, remember, 0);
  pid_t program = first_child ? first_child : first;
  char line[32];
  snprintf(line, sizeof line, "pid %d\n", (int)program);
  tell(line);
  watch(first, program, signals);
  kill_everything();
  remove_group();
  return 0;
}
