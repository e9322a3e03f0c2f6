/* A control group of the program's own, where root can make one: RLIMIT_NPROC does not count the processes of root. */
#define _GNU_SOURCE
#include "sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define TOP "/sys/fs/cgroup"

enum { LENGTH = 512, OURS = 2 /* the supervisor and the first process of the namespace */ };

/* Version 2 has one hierarchy, version 1 one for each controller. */
static struct group {
  const char *controller; /* empty for version 2 */
  char path[LENGTH], before[LENGTH];
  int joined;
} groups[2];

static int put(const char *folder, const char *file, unsigned long long value) {
  char path[2 * LENGTH], text[32];
  snprintf(path, sizeof path, "%s/%s", folder, file);
  int opened = open(path, O_WRONLY | O_CLOEXEC);
  if (opened < 0) return -1;
  int size = snprintf(text, sizeof text, "%llu", value);
  int written = write(opened, text, (size_t)size) == size ? 0 : -1;
  close(opened);
  return written;
}

/* Finds the group in which we are now, to which we return. */
static void find_before(struct group *group) {
  char line[LENGTH], wanted[32];
  int version_2 = !*group->controller;
  snprintf(group->before, sizeof group->before, TOP "%s%s", version_2 ? "" : "/", group->controller);
  snprintf(wanted, sizeof wanted, version_2 ? "::" : ":%s:", group->controller);
  FILE *file = fopen("/proc/self/cgroup", "re");
  while (file && fgets(line, sizeof line, file)) {
    char *found = strstr(line, wanted);
    if (!found) continue;
    line[strcspn(line, "\n")] = '\0';
    size_t length = strlen(group->before);
    snprintf(group->before + length, sizeof group->before - length, "%s", found + strlen(wanted));
  }
  if (file) fclose(file);
}

static void join(struct group *group, const char *controller) {
  group->controller = controller;
  find_before(group);
  snprintf(group->path, sizeof group->path, TOP "/%s%scrownbridge-%d", controller, *controller ? "/" : "", (int)getpid());
  group->joined = mkdir(group->path, 0755) == 0;
}

void join_group(unsigned long long processes, unsigned long long memory) {
  if (geteuid() != 0) return;
  int version_2 = access(TOP "/cgroup.controllers", F_OK) == 0;
  join(&groups[0], version_2 ? "" : "pids");
  if (!version_2) join(&groups[1], "memory");
  const char *bounded = version_2 ? groups[0].path : groups[1].path;
  if (processes) put(groups[0].path, "pids.max", processes + OURS);
  if (memory) put(bounded, version_2 ? "memory.max" : "memory.limit_in_bytes", memory);
  for (int i = 0; i < 2; i++)
    if (groups[i].joined && put(groups[i].path, "cgroup.procs", (unsigned long long)getpid()) < 0) {
      rmdir(groups[i].path);
      groups[i].joined = 0;
    }
}

void leave_group(void) {
  for (int i = 0; i < 2; i++) {
    if (!groups[i].joined) continue;
    put(groups[i].before, "cgroup.procs", (unsigned long long)getpid());
    for (int tries = 0; rmdir(groups[i].path) < 0 && errno == EBUSY && tries < 100; tries++) usleep(1000);
  }
}
