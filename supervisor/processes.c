/* The processes of the program, found from parent to child: stops them, and measures how long others kept them waiting. */
#define _GNU_SOURCE
#include "sandbox.h"

#include <dirent.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST = 4096, PATH_LENGTH = 128 };

static int read_numbers(const char *path, unsigned long long *numbers, int most) {
  FILE *file = fopen(path, "re");
  int count = 0;
  while (file && count < most && fscanf(file, "%llu", &numbers[count]) == 1) count++;
  if (file) fclose(file);
  return count;
}

void visit_children(pid_t parent, pid_t thread, void (*visit)(pid_t child)) {
  char path[PATH_LENGTH];
  snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)parent, (int)thread);
  FILE *children = fopen(path, "re");
  for (int child; children && fscanf(children, "%d", &child) == 1;) visit(child);
  if (children) fclose(children);
}

static pid_t processes[MOST];
static int process_count;

static void add_process(pid_t process) {
  if (process_count < MOST) processes[process_count++] = process;
}

/* Visits each thread of the supervisor's descendants, orphans included, and of the supervisor itself. */
static void visit_threads(void (*visit)(pid_t process, pid_t thread)) {
  process_count = 0;
  add_process(getpid());
  for (int i = 0; i < process_count; i++) {
    char path[PATH_LENGTH];
    snprintf(path, sizeof path, "/proc/%d/task", (int)processes[i]);
    DIR *threads = opendir(path);
    for (struct dirent *entry; threads && (entry = readdir(threads));) {
      pid_t thread = (pid_t)atoi(entry->d_name);
      if (!thread) continue;
      visit(processes[i], thread);
      visit_children(processes[i], thread, add_process);
    }
    if (threads) closedir(threads);
  }
}

/* Reads the words of a process's stat file that follow its name, which is arbitrary. */
static const char *read_status(pid_t process, char *line, int size) {
  char path[PATH_LENGTH];
  snprintf(path, sizeof path, "/proc/%d/stat", (int)process);
  FILE *file = fopen(path, "re");
  if (!file || !fgets(line, size, file)) *line = '\0';
  if (file) fclose(file);
  const char *name_end = strrchr(line, ')');
  return name_end ? name_end + 1 : "";
}

static int has_running_process;

static void stop(pid_t process, pid_t thread) {
  char line[1024];
  if (process != thread || process == getpid()) return;
  if (strncmp(read_status(process, line, sizeof line), " T", 2) != 0) has_running_process = 1;
  kill(process, SIGSTOP);
}

static void resume(pid_t process, pid_t thread) {
  if (process == thread && process != getpid()) kill(process, SIGCONT);
}

int stop_descendants(void) {
  has_running_process = 0;
  visit_threads(stop);
  return has_running_process;
}

void resume_descendants(void) { visit_threads(resume); }

static unsigned long long ticks;

/* Adds the processor time of a process and of its children that have ended; of the supervisor, only of its children. */
static void add_ticks(pid_t process, pid_t thread) {
  char line[1024];
  unsigned long long own, system, children, childrens_system;
  if (process != thread) return;
  if (sscanf(read_status(process, line, sizeof line), " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %llu %llu %llu %llu", &own,
             &system, &children, &childrens_system) == 4)
    ticks += children + childrens_system + (process == getpid() ? 0 : own + system);
}

/* Returns the processor time of the whole program in microseconds. Without a control group, that of processes that have
 * ended without having been waited for is missing. */
static long long microseconds_computed(void) {
  long long group = microseconds_of_group();
  if (group >= 0) return group;
  ticks = 0;
  visit_threads(add_ticks);
  return (long long)ticks * 1000000 / sysconf(_SC_CLK_TCK);
}

/* Processor time of a thread, and the time that it waited for a processor, in nanoseconds. */
struct usage {
  pid_t thread;
  unsigned long long computed, waited;
};
static struct usage before[MOST], now[MOST];
static int known, count;
static long long computed_before;

static void measure(pid_t process, pid_t thread) {
  char path[PATH_LENGTH];
  unsigned long long numbers[2];
  snprintf(path, sizeof path, "/proc/%d/task/%d/schedstat", (int)process, (int)thread);
  if (process != getpid() && count < MOST && read_numbers(path, numbers, 2) == 2)
    now[count++] = (struct usage){thread, numbers[0], numbers[1]};
}

static int by_thread(const void *one, const void *other) {
  return ((const struct usage *)one)->thread - ((const struct usage *)other)->thread;
}

void begin_measurement(void) {
  count = 0;
  visit_threads(measure);
  memcpy(before, now, sizeof *now * (size_t)count);
  qsort(before, (size_t)count, sizeof *before, by_thread);
  known = count;
  computed_before = microseconds_computed();
}

long long microseconds_kept_waiting(long long *computed) {
  long long longest = 0;
  count = 0;
  visit_threads(measure);
  *computed = microseconds_computed() - computed_before;
  if (*computed < 0) *computed = 0;
  for (int i = 0; i < count; i++) { /* what a thread waited, less what the program's other threads may have caused */
    const struct usage *old = bsearch(&now[i], before, (size_t)known, sizeof *before, by_thread);
    if (old && old->computed <= now[i].computed && old->waited <= now[i].waited) /* else another thread with its number */
      now[i].computed -= old->computed, now[i].waited -= old->waited;
    long long waited = (long long)(now[i].waited + now[i].computed) / 1000 - *computed;
    if (waited > longest) longest = waited;
  }
  return longest;
}
