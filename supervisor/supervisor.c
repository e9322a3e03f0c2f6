/* supervisor: starts one program, and sees to it that nothing of it survives.
 *
 *   supervisor -x DESCRIPTOR [-a BYTES] [-c SECONDS] [-p PROCESSES] [-f BYTES] PROGRAM [ARGUMENT ...]
 *
 * The program gets stdin, stdout and stderr as they are. DESCRIPTOR is a socket to whoever started the supervisor:
 *
 *   "pid N\n"              is sent once, when the program has been started
 *   "error TEXT\n"         is sent instead, when it cannot be
 *   "exit N T M\n" or      is sent when the program has ended: its status or signal,
 *   "signal N T M\n"       its CPU time in microseconds and its peak memory in kilobytes
 *   't', 'k'               are received: TERM, or KILL, for the program and all that it started
 *
 * When the other end of the socket is closed, for whatever reason, everything is killed. The supervisor adopts the
 * orphans of the program (it is their subreaper), so that none gets away by leaving its parent or its process group.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { FAILED = 127 };

static int control = -1;

static struct {
  int option, resource;
  rlim_t value;
  int given;
} limits[] = {{'a', RLIMIT_AS, 0, 0}, {'c', RLIMIT_CPU, 0, 0}, {'p', RLIMIT_NPROC, 0, 0}, {'f', RLIMIT_FSIZE, 0, 0}};
enum { LIMITS = sizeof limits / sizeof *limits };

static void tell(const char *line) { (void)!send(control, line, strlen(line), MSG_NOSIGNAL); }

static _Noreturn void become(char **program, int report) {
  setsid();
  prctl(PR_SET_PDEATHSIG, SIGKILL); /* should the program kill us, it dies too */
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  struct rlimit no_core = {0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  for (int i = 0; i < LIMITS; i++) {
    struct rlimit limit = {limits[i].value, limits[i].value};
    if (limits[i].given) setrlimit(limits[i].resource, &limit);
  }
  execvp(program[0], program);
  int error = errno;
  (void)!write(report, &error, sizeof error);
  _exit(FAILED);
}

/* Sends a signal to every child: the program, and whatever of its offspring was orphaned and came to us. */
static void signal_children(int number) {
  char path[64];
  snprintf(path, sizeof path, "/proc/self/task/%d/children", (int)getpid());
  FILE *children = fopen(path, "re");
  int child;
  while (children && fscanf(children, "%d", &child) == 1) {
    kill(-child, number); /* its group, where it leads one */
    kill(child, number);
  }
  if (children) fclose(children);
}

/* Killing a process orphans its children, who then become ours: a few rounds reach all of them. */
static void kill_everything(pid_t program) {
  kill(-program, SIGKILL);
  for (;;) {
    signal_children(SIGKILL);
    if (waitpid(-1, NULL, 0) < 0 && errno == ECHILD) return;
  }
}

static void report_end(int status, const struct rusage *usage) {
  char line[96];
  long long cpu = (usage->ru_utime.tv_sec + usage->ru_stime.tv_sec) * 1000000LL + usage->ru_utime.tv_usec + usage->ru_stime.tv_usec;
  snprintf(line, sizeof line, "%s %d %lld %ld\n", WIFSIGNALED(status) ? "signal" : "exit",
           WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status), cpu, usage->ru_maxrss);
  tell(line);
}

/* Reaps whatever has ended. Returns whether the program itself has. */
static int reap(pid_t program) {
  struct rusage usage;
  int status, ended = 0;
  pid_t pid;
  while ((pid = wait4(-1, &status, WNOHANG, &usage)) > 0)
    if (pid == program) {
      report_end(status, &usage);
      ended = 1;
    }
  return ended;
}

static void watch(pid_t program, int signals) {
  struct pollfd sources[] = {{control, POLLIN, 0}, {signals, POLLIN, 0}};
  for (;;) {
    if (poll(sources, 2, -1) < 0 && errno != EINTR) return;
    if (sources[0].revents) {
      char order;
      if (recv(control, &order, 1, 0) <= 0 || order == 'k') {
        struct rusage usage;
        int status;
        kill(-program, SIGKILL);
        kill(program, SIGKILL);
        if (wait4(program, &status, 0, &usage) == program) report_end(status, &usage);
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
      if (reap(program)) return;
    }
  }
}

static int parse(int argc, char **argv) {
  int option;
  while ((option = getopt(argc, argv, "+x:a:c:p:f:")) != -1) {
    if (option == 'x') control = atoi(optarg);
    for (int i = 0; i < LIMITS; i++)
      if (limits[i].option == option) {
        limits[i].value = strtoull(optarg, NULL, 10);
        limits[i].given = 1;
      }
  }
  return optind < argc && control >= 0 ? optind : -1;
}

int main(int argc, char **argv) {
  int first = parse(argc, argv);
  int report[2];
  if (first < 0 || pipe2(report, O_CLOEXEC) < 0) {
    fputs("usage: supervisor -x DESCRIPTOR [-a BYTES] [-c SECONDS] [-p PROCESSES] [-f BYTES] PROGRAM [ARGUMENT ...]\n", stderr);
    return FAILED;
  }
  fcntl(control, F_SETFD, FD_CLOEXEC);
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  setsid(); /* out of reach of the terminal's Ctrl-C, which is for whoever started us to handle */
  signal(SIGCHLD, SIG_DFL); /* who ignores it is not told how children end */
  sigset_t child;
  sigemptyset(&child);
  sigaddset(&child, SIGCHLD);
  sigprocmask(SIG_BLOCK, &child, NULL);
  int signals = signalfd(-1, &child, SFD_CLOEXEC);

  pid_t program = fork();
  if (program == 0) become(argv + first, report[1]);
  /* Only the program is to hold its streams, so that their ends are seen. */
  for (int stream = 0; stream <= STDERR_FILENO; stream++) close(stream);
  close(report[1]);
  int error = program < 0 ? errno : 0;
  if (error || read(report[0], &error, sizeof error) == sizeof error) {
    char line[256];
    snprintf(line, sizeof line, "error %s\n", strerror(error));
    tell(line);
    return FAILED;
  }
  char line[32];
  snprintf(line, sizeof line, "pid %d\n", (int)program);
  tell(line);
  watch(program, signals);
  kill_everything(program);
  return 0;
}
