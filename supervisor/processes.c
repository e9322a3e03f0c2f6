/* The processes of the program, found from parent to child: stops them, and measures how long others kept them waiting. */
#define _GNU_SOURCE
#include "sandbox.h"

#include <dirent.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

/* Visits each thread of a process and of its descendants. */
static void visit_threads(pid_t first, void (*visit)(pid_t process, pid_t thread)) {
  process_count = 0;
  add_process(first);
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

static void stop(pid_t process, pid_t thread) {
  if (process == thread) kill(process, SIGSTOP);
}

static void resume(pid_t process, pid_t thread) {
  if (process == thread) kill(process, SIGCONT);
}

void stop_descendants(pid_t first) { visit_threads(first, stop); }

void resume_descendants(pid_t first) { visit_threads(first, resume); }

/* Processor time of a thread, and the time that it waited for a processor, in nanoseconds. */
struct usage {
  pid_t thread;
  unsigned long long computed, waited;
};
static struct usage before[MOST], now[MOST];
static int known, count;

static void measure(pid_t process, pid_t thread) {
  char path[PATH_LENGTH];
  unsigned long long numbers[2];
  snprintf(path, sizeof path, "/proc/%d/task/%d/schedstat", (int)process, (int)thread);
  if (count < MOST && read_numbers(path, numbers, 2) == 2) now[count++] = (struct usage){thread, numbers[0], numbers[1]};
}

static int by_thread(const void *one, const void *other) {
  return ((const struct usage *)one)->thread - ((const struct usage *)other)->thread;
}

void begin_measurement(pid_t first) {
  count = 0;
  visit_threads(first, measure);
  memcpy(before, now, sizeof *now * (size_t)count);
  qsort(before, (size_t)count, sizeof *before, by_thread);
  known = count;
}

long long microseconds_kept_waiting(pid_t first, long long *microseconds_computed) {
  unsigned long long computed = 0;
  long long longest = 0;
  count = 0;
  visit_threads(first, measure);
  for (int i = 0; i < count; i++) {
    const struct usage *old = bsearch(&now[i], before, (size_t)known, sizeof *before, by_thread);
    if (old) now[i].computed -= old->computed, now[i].waited -= old->waited;
    computed += now[i].computed;
  }
  for (int i = 0; i < count; i++) { /* what a thread waited, less what the program's other threads may have caused */
    long long waited = (long long)(now[i].waited + now[i].computed) - (long long)computed;
    if (waited > longest) longest = waited;
  }
  *microseconds_computed = (long long)(computed / 1000);
  return longest / 1000;
}
