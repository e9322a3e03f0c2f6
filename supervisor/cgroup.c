/* A control group for the program, if run by root: RLIMIT_NPROC does not count the processes of root. */
#define _GNU_SOURCE
#include "sandbox.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define TOP "/sys/fs/cgroup"

enum { LENGTH = 1024, FIRST_PROCESS = 1 /* of the namespaces: a copy of the supervisor */, MOST_TRIES = 100 };

/* Paths of the groups, or empty: version 2 has one hierarchy, version 1 one for each controller. */
static char groups[2][LENGTH];

static int put(const char *group, const char *file, unsigned long long value) {
  char path[LENGTH + 64], text[32];
  snprintf(path, sizeof path, "%s/%s", group, file);
  snprintf(text, sizeof text, "%llu", value);
  return *group ? write_file(path, text) : -1;
}

/* Finds the parent of the new group, such that the limits of the supervisor apply to the program, too: the supervisor's
 * own group or, for version 2, its parent, because a group that contains processes cannot have children with limits. */
static void find_place(const char *controller, char *place, size_t size) {
  char line[LENGTH], key[32];
  size_t top = (size_t)snprintf(place, size, TOP "%s%s", *controller ? "/" : "", controller);
  snprintf(key, sizeof key, *controller ? ":%s:" : "0:%s:", controller);
  FILE *file = fopen("/proc/self/cgroup", "re");
  while (file && fgets(line, sizeof line, file)) {
    char *match = strstr(line, key);
    if (!match) continue;
    line[strcspn(line, "\n")] = '\0';
    snprintf(place + top, size - top, "%s", match + strlen(key));
    char *last = strrchr(place + top, '/');
    if (last && (!*controller || !last[1])) *last = '\0';
    break;
  }
  if (file) fclose(file);
  if (access(place, W_OK) < 0) place[top] = '\0'; /* in a container, /proc may name a group that is not mounted */
}

static void make(char group[LENGTH], const char *controller) {
  char place[LENGTH - 64];
  find_place(controller, place, sizeof place);
  for (int number = 0; number < MOST_TRIES; number++) { /* a supervisor that was killed may have left its group */
    snprintf(group, LENGTH, "%s/crownbridge-%d-%d", place, (int)getpid(), number);
    if (mkdir(group, 0755) == 0) return;
    if (errno != EEXIST) break;
  }
  *group = '\0';
}

void make_group(unsigned long long processes, unsigned long long memory) {
  if (geteuid() != 0) return;
  int version_2 = access(TOP "/cgroup.controllers", F_OK) == 0;
  make(groups[0], version_2 ? "" : "pids");
  if (!version_2) make(groups[1], "memory");
  if (processes) put(groups[0], "pids.max", processes + FIRST_PROCESS);
  if (memory) {
    put(groups[version_2 ? 0 : 1], version_2 ? "memory.max" : "memory.limit_in_bytes", memory);
    put(groups[version_2 ? 0 : 1], version_2 ? "memory.swap.max" : "memory.swappiness", 0);
  }
}

void enter_group(void) {
  for (int i = 0; i < 2; i++) put(groups[i], "cgroup.procs", 0 /* the writing process */);
}

void remove_group(void) {
  for (int i = 0, tries = 0; i < 2; i++)
    while (*groups[i] && rmdir(groups[i]) < 0 && errno == EBUSY && tries++ < MOST_TRIES) usleep(1000);
}
