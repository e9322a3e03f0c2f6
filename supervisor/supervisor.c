/* supervisor: starts one program in a sandbox, and ends all of its processes.
 *
 *   supervisor -x DESCRIPTOR [-k strict|limits] [-u] [-l PATH] [-r PATH] [-w PATH] [-t BYTES]
 *              [-a BYTES] [-c SECONDS] [-p PROCESSES] [-f BYTES] [-n FILES] PROGRAM [ARGUMENT ...]
 *   supervisor -q
 *
 * The program inherits stdin, stdout and stderr. -u creates namespaces for it; -l, -r and -w name the paths that it may
 * list, read and write; -t is the size of its private /tmp. DESCRIPTOR is a socket to the parent process:
 *
 *   "pid N\n"              is sent once the program has started
 *   "error TEXT\n"         is sent instead if it cannot be started
 *   "exit N T M K\n" or    is sent when the program has ended: its status or signal, its CPU time in microseconds, its
 *   "signal N T M K\n"     peak memory in kilobytes, and how many of its processes were killed at the limit of its memory
 *   't', 'k'               are received: send SIGTERM or SIGKILL to the program and its descendants
 *   's', 'c'               are received: stop the program and its descendants; continue them, and then send "continued\n"
 *   'b', 'e'               are received: begin to measure, and then send "waited T C\n": for how many microseconds other
 *                          programs have kept the processors from the program, and for how many it has computed
 *
 * When the other end of the socket is closed for any reason, all processes are killed. With -u, the first process of
 * the namespace is a copy of the supervisor, and when it is killed, the kernel kills all others. Without -u, the
 * supervisor is the subreaper of the program's orphans, so that no process escapes by leaving its parent or its process
 * group. -q prints which sandboxes this system supports.
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

enum { FAILED = 127, STOP_INTERVAL = 10 /* milliseconds */, LONGEST_STOP_INTERVAL = 160 };
enum { MOST_SIGNALS = 1024 /* of the user's queued signals and timers */ };

static int control = -1;
static struct sandbox sandbox = {.kind = UNCONFINED, .temporary = 64 << 20, .stopped_by_signals = 1};
static int failures[2];    /* pipe from the program: why it could not start */
static int first_ends[2]; /* sockets between the supervisor and the first process of the namespaces: orders; answers */

enum { MEMORY, CPU, PROCESSES };
static struct {
  int option, resource;
  rlim_t value;
  int is_set;
} limits[] = {{'a', RLIMIT_AS, 0, 0},
              {'c', RLIMIT_CPU, 0, 0},
              {'p', RLIMIT_NPROC, 0, 0},
              {'f', RLIMIT_FSIZE, 0, 0},
              {'n', RLIMIT_NOFILE, 0, 0}};
enum { KINDS_OF_LIMITS = sizeof limits / sizeof *limits };

static int is_stopped; /* 1 while the program is stopped by signals of this process */

static void send_line(const char *line) { (void)!send(control, line, strlen(line), MSG_NOSIGNAL); }

static _Noreturn void exit_with(const struct failure *failure) {
  (void)!write(failures[1], failure, sizeof *failure);
  _exit(FAILED);
}

/* Makes this process die with its parent. If the parent has already died, the pipe of failures has no reader. */
static void die_with_parent(void) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  struct pollfd reader = {failures[1], 0, 0};
  if (poll(&reader, 1, 0) > 0) _exit(FAILED);
}

static _Noreturn void become(char **program) {
  struct failure failure = {0, ""};
  setsid();
  die_with_parent(); /* if the program kills the supervisor, it dies, too */
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  static const struct {
    int resource;
    rlim_t value;
  } fixed[] = {{RLIMIT_CORE, 0}, {RLIMIT_NICE, 0}, {RLIMIT_RTPRIO, 0}, {RLIMIT_SIGPENDING, MOST_SIGNALS}};
  for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++) {
    struct rlimit limit = {fixed[i].value, fixed[i].value};
    setrlimit(fixed[i].resource, &limit);
  }
  for (int i = 0; i < KINDS_OF_LIMITS; i++) {
    struct rlimit limit = {limits[i].value, limits[i].value};
    if (limits[i].is_set) setrlimit(limits[i].resource, &limit);
  }
  if (sandbox.kind != UNCONFINED && drop_privileges(&sandbox, &failure) < 0) exit_with(&failure);
  execvp(program[0], program);
  failure.error = errno;
  exit_with(&failure);
}

static void close_streams(void) {
  for (int stream = 0; stream <= STDERR_FILENO; stream++) close(stream);
}

/* Reaps the processes of the namespaces that have ended, and reports the end of the program. */
static void reap_in_namespaces(pid_t program) {
  int status;
  for (pid_t pid; (pid = waitpid(-1, &status, WNOHANG)) > 0;)
    if (pid == program) {
      (void)!send(first_ends[1], &status, sizeof status, MSG_NOSIGNAL);
      _exit(0);
    }
}

/* Carries out the orders of the supervisor, in their sequence: stops the program, again and again, because a process that
 * ends may continue others; and continues it, and answers. */
static _Noreturn void obey_supervisor(pid_t program, int signals) {
  struct pollfd sources[] = {{first_ends[1], POLLIN, 0}, {signals, POLLIN, 0}};
  for (;;) {
    if (is_stopped) kill(-1, SIGSTOP);
    if (poll(sources, 2, is_stopped ? STOP_INTERVAL : -1) < 0 && errno != EINTR) _exit(FAILED);
    if (sources[1].revents) {
      struct signalfd_siginfo information;
      (void)!read(signals, &information, sizeof information);
      reap_in_namespaces(program);
    }
    char order;
    if (!sources[0].revents) continue;
    if (recv(first_ends[1], &order, 1, 0) <= 0) _exit(FAILED);
    is_stopped = order == 's';
    if (is_stopped) continue;
    kill(-1, SIGCONT);
    (void)!send(first_ends[1], &order, 1, MSG_NOSIGNAL);
  }
}

/* Returns a descriptor that is readable when a child process has ended. */
static int watch_children(void) {
  sigset_t child;
  signal(SIGCHLD, SIG_DFL); /* if it is ignored, the exit status of children is lost */
  sigemptyset(&child);
  sigaddset(&child, SIGCHLD);
  sigprocmask(SIG_BLOCK, &child, NULL);
  return signalfd(-1, &child, SFD_CLOEXEC);
}

/* Runs the first process of the program's namespaces: starts the program, and stops, continues and reaps all processes. */
static _Noreturn void be_first(char **program, uid_t user, gid_t group) {
  struct failure failure = {0, ""};
  die_with_parent();
  if (enter_namespaces(&sandbox, user, group, &failure) < 0) exit_with(&failure);
  int signals = watch_children();
  pid_t child = program ? fork() : 0;
  if (child == 0 && !program) _exit(0); /* -q: the sandbox is supported */
  if (child == 0) become(program);
  if (child < 0) {
    fail(&failure, "start", "a process");
    exit_with(&failure);
  }
  close_streams(); /* only the program may hold its streams, so that their ends are detected */
  close(failures[1]);
  close(control);
  close(first_ends[0]);
  obey_supervisor(child, signals);
}

/* Starts the program, or the first process of its namespaces. */
static pid_t start(char **program) {
  uid_t user = geteuid();
  gid_t group = getegid();
  unsigned long flags = sandbox.namespaces ? (unsigned long)namespaces_of(sandbox.kind) : 0;
  pid_t child = (pid_t)syscall(SYS_clone, flags | SIGCHLD, 0, 0, 0, 0);
  if (child == 0) close(failures[0]); /* otherwise die_with_parent would see this process as the reader */
  if (child == 0 && sandbox.kind != UNCONFINED) {
    struct failure failure = {0, ""};
    if (enter_group() < 0) {
      fail(&failure, "enter", "the control group");
      exit_with(&failure);
    }
    write_file("/proc/self/oom_score_adj", "1000"); /* the first to be killed when memory runs out */
  }
  if (child == 0 && sandbox.namespaces) be_first(program, user, group);
  if (child == 0) become(program);
  return child;
}

static void kill_child(pid_t child) {
  kill(-child, SIGKILL); /* its process group, if it leads one */
  kill(child, SIGKILL);
}

/* Kills all descendants. Killing a process makes the supervisor adopt its children: a few rounds reach all of them. */
static void kill_everything(void) {
  kill_group();
  for (;;) {
    visit_children(getpid(), getpid(), kill_child);
    if (waitpid(-1, NULL, 0) < 0 && errno == ECHILD) return;
  }
}

static int program_has_ended, program_status;

/* Receives the answers of the first process of the namespaces. Returns 0 if it has exited. */
static int receive_answers(void) {
  int answer;
  ssize_t size = 0;
  while (sandbox.namespaces && (size = recv(first_ends[0], &answer, sizeof answer, MSG_DONTWAIT)) > 0) {
    if (size < (ssize_t)sizeof answer) {
      send_line("continued\n");
    } else {
      program_has_ended = 1;
      program_status = answer;
    }
  }
  return size != 0;
}

/* Reports the end of the program after all of its processes have ended, so that no count includes them. */
static void report_end(int status, const struct rusage *usage) {
  char line[96];
  kill_everything();
  long long cpu = (usage->ru_utime.tv_sec + usage->ru_stime.tv_sec) * 1000000LL + usage->ru_utime.tv_usec + usage->ru_stime.tv_usec;
  receive_answers();
  if (program_has_ended) status = program_status; /* instead of that of the first process */
  snprintf(line, sizeof line, "%s %d %lld %ld %lld\n", WIFSIGNALED(status) ? "signal" : "exit",
           WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status), cpu, usage->ru_maxrss, killed_at_memory_limit());
  send_line(line);
}

/* Reaps all processes that have ended. Returns 1 if the first process is one of them. */
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

/* Stops the program, which has no namespaces. Returns 0 if all of its processes were stopped already. */
static int stop_program(pid_t program) {
  if (sandbox.kind == UNCONFINED) return stop_descendants();
  kill(-program, SIGSTOP); /* all of its processes are in its group */
  return 1;
}

static void continue_program(pid_t program) {
  if (sandbox.kind == UNCONFINED)
    resume_descendants();
  else
    kill(-program, SIGCONT);
}

/* Carries out an order of the parent process other than to end the program. */
static void obey(char order, pid_t program) {
  char line[64];
  long long waited, computed;
  switch (order) {
    case 't':
      kill(-program, SIGTERM);
      kill(-program, SIGCONT); /* a stopped program would not receive it */
      break;
    case 's':
    case 'c':
      if (!sandbox.stopped_by_signals)
        freeze_group(order == 's');
      else if (sandbox.namespaces)
        (void)!send(first_ends[0], &order, 1, MSG_NOSIGNAL);
      else if (!(is_stopped = order == 's')) /* otherwise watch() stops it, again and again */
        continue_program(program);
      if (order == 'c' && !(sandbox.stopped_by_signals && sandbox.namespaces)) send_line("continued\n");
      break;
    case 'b':
      begin_measurement();
      break;
    case 'e':
      waited = microseconds_kept_waiting(&computed);
      snprintf(line, sizeof line, "waited %lld %lld\n", waited, computed);
      send_line(line);
      break;
  }
}

static void watch(pid_t first, pid_t program, int signals) {
  struct pollfd sources[] = {{control, POLLIN, 0}, {signals, POLLIN, 0}, {sandbox.namespaces ? first_ends[0] : -1, POLLIN, 0}};
  for (int interval = STOP_INTERVAL;;) {
    if (is_stopped) interval = stop_program(program) ? STOP_INTERVAL : interval < LONGEST_STOP_INTERVAL ? 2 * interval : interval;
    if (poll(sources, 3, is_stopped ? interval : -1) < 0 && errno != EINTR) return;
    if (sources[2].revents && !receive_answers()) sources[2].fd = -1;
    if (sources[0].revents) {
      char order;
      if (recv(control, &order, 1, 0) <= 0 || order == 'k') {
        struct rusage usage;
        int status;
        kill_group();
        kill_child(first);
        if (wait4(first, &status, 0, &usage) == first) report_end(status, &usage);
        return;
      }
      obey(order, program);
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
  if (!real) return; /* deleted meanwhile, or not accessible */
  if (sandbox.count == MOST_PATHS) {
    send_line("error too many visible files; move the program to a folder of its own\n");
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
    if (option == 'w') {
      add_visible(optarg, WRITE);
      sandbox.writes = 1;
    }
    if (option == 't') sandbox.temporary = strtoull(optarg, NULL, 10);
    if (option == 'q') return 0;
    for (int i = 0; i < KINDS_OF_LIMITS; i++)
      if (limits[i].option == option) {
        limits[i].value = strtoull(optarg, NULL, 10);
        limits[i].is_set = 1;
      }
  }
  return optind < argc && control >= 0 ? optind : -1;
}

/* Prints which sandboxes this system supports. */
static int query(void) {
  static const struct {
    enum kind kind;
    const char *name;
  } kinds[] = {{STRICT, "strict"}, {LIMITS, "namespaces"}};
  sandbox.namespaces = 1;
  fcntl(failures[0], F_SETFL, O_NONBLOCK); /* a child that was killed writes nothing */
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
  static const char *const shares[] = {[NO_SHARE] = "no", [SESSION_SHARE] = "session", [GROUP_SHARE] = "group"};
  make_group(0, 0);
  printf("share %s\nmemory %s\n", shares[processor_share()], has_memory_group() ? "group" : "no");
  remove_group();
  return 0;
}

static pid_t first_child;
static void remember(pid_t child) {
  if (!first_child) first_child = child;
}

int main(int argc, char **argv) {
  int first_word = parse(argc, argv);
  sandbox.folder = getcwd(NULL, 0);
  if (first_word < 0 || !sandbox.folder || pipe2(failures, O_CLOEXEC) < 0 ||
      socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, first_ends) < 0) {
    fputs("usage: supervisor -x DESCRIPTOR [OPTION ...] PROGRAM [ARGUMENT ...]\n", stderr);
    return FAILED;
  }
  if (first_word == 0) return query();
  fcntl(control, F_SETFD, FD_CLOEXEC);
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  setsid(); /* not affected by Ctrl-C in the terminal, which the parent process handles */
  int signals = watch_children();

  if (sandbox.kind != UNCONFINED) {
    make_group(limits[PROCESSES].value, limits[MEMORY].value);
    sandbox.stopped_by_signals = !can_freeze_group();
    sandbox.stays_in_session = processor_share() == SESSION_SHARE || (sandbox.stopped_by_signals && !sandbox.namespaces);
  }
  pid_t first = start(argv + first_word);
  struct failure failure = {errno, "make namespaces"};
  close_streams();
  close(failures[1]);
  close(first_ends[1]);
  if (first < 0 || read(failures[0], &failure, sizeof failure) == sizeof failure) {
    char line[256];
    snprintf(line, sizeof line, "error %s%s%s\n", failure.step, *failure.step ? ": " : "", strerror(failure.error));
    send_line(line);
    waitpid(first, NULL, 0);
    remove_group();
    return FAILED;
  }
  if (sandbox.namespaces) visit_children(first, first, remember);
  pid_t program = first_child ? first_child : first;
  char line[32];
  snprintf(line, sizeof line, "pid %d\n", (int)program);
  send_line(line);
  watch(first, program, signals);
  kill_everything();
  remove_group();
  return 0;
}
