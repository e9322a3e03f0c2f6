/* A control group for the program: bounds its memory, its processes and its share of the processors as a whole, and stops
 * and kills all of its processes at once. Root can create groups; an ordinary user can below a group delegated to it. */
#define _GNU_SOURCE
#include "sandbox.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define TOP "/sys/fs/cgroup"
#define PREFIX "crownbridge-"

enum { LENGTH = 1024, FIRST_PROCESS = 1 /* of the namespaces: a copy of the supervisor */, MOST_TRIES = 100 };
enum { PIDS, MEMORY, CPU, UNIFIED, HIERARCHIES };

static const char *const controllers[] = {[PIDS] = "pids", [MEMORY] = "memory", [CPU] = "cpu"};

/* The program's group for each controller, or empty. They are all the same in version 2, which has one hierarchy; version 1
 * has one for each controller, and possibly that of version 2 beside them, for freezing and killing. */
static char groups[HIERARCHIES][LENGTH];
static int locks[HIERARCHIES], lock_count; /* held by the supervisor alone, so that they end with it */

static int put(const char *group, const char *file, const char *text) {
  char path[LENGTH + 64];
  snprintf(path, sizeof path, "%s/%s", group, file);
  int descriptor = *group ? open(path, O_WRONLY | O_CLOEXEC) : -1;
  if (descriptor < 0) return -1;
  ssize_t written = write(descriptor, text, strlen(text));
  close(descriptor);
  return written < 0 ? -1 : 0;
}

static void put_number(const char *group, const char *file, unsigned long long value) {
  char text[32];
  snprintf(text, sizeof text, "%llu", value);
  put(group, file, text);
}

static int is_word_in(const char *word, const char *list) {
  for (size_t length; *list; list += length + (list[length] != '\0')) {
    length = strcspn(list, ", \n");
    if (strlen(word) == length && strncmp(word, list, length) == 0) return 1;
  }
  return 0;
}

static int lists(const char *place, const char *file, const char *word) {
  char path[LENGTH + 64], words[256] = "";
  snprintf(path, sizeof path, "%s/%s", place, file);
  FILE *stream = fopen(path, "re");
  if (stream && !fgets(words, sizeof words, stream)) *words = '\0';
  if (stream) fclose(stream);
  return is_word_in(word, words);
}

/* Appends the path of the supervisor's own group in a hierarchy, that of a controller or "" for version 2. */
static void append_own_path(char *place, size_t size, const char *controller) {
  char line[LENGTH];
  FILE *file = fopen("/proc/self/cgroup", "re");
  while (file && fgets(line, sizeof line, file)) {
    char *names = strchr(line, ':'), *path = names ? strchr(names + 1, ':') : NULL;
    if (!path) continue;
    *path++ = '\0';
    path[strcspn(path, "\n")] = '\0';
    if (*controller ? is_word_in(controller, names + 1) : !names[1]) {
      if (path[1]) snprintf(place + strlen(place), size - strlen(place), "%s", path);
      break;
    }
  }
  if (file) fclose(file);
}

static int is_ours(const struct dirent *entry) { return strncmp(entry->d_name, PREFIX, strlen(PREFIX)) == 0; }

static int lock(const char *group) {
  int folder = open(group, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder >= 0 && flock(folder, LOCK_EX | LOCK_NB) < 0) {
    close(folder);
    return -1;
  }
  return folder;
}

static void kill_members(const char *group) {
  if (put(group, "cgroup.kill", "1") == 0) return;
  char path[LENGTH + 64];
  snprintf(path, sizeof path, "%s/cgroup.procs", group);
  FILE *file = fopen(path, "re");
  for (int pid; file && fscanf(file, "%d", &pid) == 1;)
    if (pid > 0) kill(pid, SIGKILL); /* 0 is a process of another namespace */
  if (file) fclose(file);
}

static int remove_folder(const char *group) {
  for (int tries = 0; rmdir(group) < 0; tries++) {
    if (errno != EBUSY || tries == MOST_TRIES) return -1;
    usleep(1000);
  }
  return 0;
}

/* Removes the groups of supervisors that were killed: each supervisor keeps its own groups locked. */
static void reclaim(const char *place) {
  DIR *folder = opendir(place);
  char group[LENGTH];
  for (struct dirent *entry; folder && (entry = readdir(folder));) {
    if (!is_ours(entry) || snprintf(group, LENGTH, "%s/%s", place, entry->d_name) >= LENGTH) continue;
    int locked = lock(group);
    if (locked < 0) continue;
    kill_members(group);
    remove_folder(group);
    close(locked);
  }
  if (folder) closedir(folder);
}

/* Creates a group in a place and keeps it locked. */
static int make(char group[LENGTH], const char *place) {
  reclaim(place);
  for (int number = 0; number < MOST_TRIES; number++) { /* the process id of another namespace may be the same */
    if (snprintf(group, LENGTH, "%s/" PREFIX "%d-%d", place, (int)getpid(), number) >= LENGTH) break;
    if (mkdir(group, 0755) == 0 && (locks[lock_count] = lock(group)) >= 0 && access(group, F_OK) == 0) {
      lock_count++;
      return 0;
    }
    if (errno != EEXIST && errno != EWOULDBLOCK && errno != ENOENT) break;
  }
  *group = '\0';
  return -1;
}

/* Enables the controllers for the groups in a place, from the top down. */
static int enable(char *place, size_t top) {
  int enabled = 1;
  for (size_t end = top;; end++) {
    if (place[end] && place[end] != '/') continue;
    char rest = place[end];
    place[end] = '\0';
    enabled = 1;
    for (int i = PIDS; i < UNIFIED; i++) {
      char request[32];
      snprintf(request, sizeof request, "+%s", controllers[i]);
      enabled &= lists(place, "cgroup.subtree_control", controllers[i]) || put(place, "cgroup.subtree_control", request) == 0;
    }
    place[end] = rest;
    if (!rest) return enabled;
  }
}

/* Creates the group of version 2: in the nearest place above the supervisor's own group in which all controllers can be
 * enabled, which is impossible in a group that contains processes; else in the nearest writable place. */
static void make_unified(const char *top) {
  char own[LENGTH - 64];
  for (int needs_controllers = 1; needs_controllers >= 0; needs_controllers--) {
    snprintf(own, sizeof own, "%s", top);
    append_own_path(own, sizeof own, "");
    do {
      char *last = strlen(own) > strlen(top) ? strrchr(own, '/') : NULL;
      if (last) *last = '\0';
      char members[LENGTH];
      snprintf(members, sizeof members, "%s/cgroup.procs", own);
      if (access(own, W_OK) == 0 && access(members, W_OK) == 0 && (!needs_controllers || enable(own, strlen(top))) &&
          make(groups[UNIFIED], own) == 0)
        return;
    } while (strlen(own) > strlen(top));
  }
}

int enter_group(void) {
  for (int i = 0; i < HIERARCHIES; i++)
    if (*groups[i] && put(groups[i], "cgroup.procs", "0" /* the writing process */) < 0) return -1;
  while (lock_count > 0) close(locks[--lock_count]);
  return 0;
}

void remove_group(void) {
  for (int i = 0; i < HIERARCHIES; i++)
    if (*groups[i]) remove_folder(groups[i]);
}

/* Removes the groups again if no process can enter them. */
static void check_groups(void) {
  int status = 0;
  pid_t child = fork();
  if (child == 0) _exit(enter_group() < 0);
  if (child > 0 && waitpid(child, &status, 0) == child && status == 0) return;
  remove_group();
  memset(groups, 0, sizeof groups);
}

void make_group(unsigned long long processes, unsigned long long memory) {
  int version_2 = access(TOP "/cgroup.controllers", F_OK) == 0;
  make_unified(version_2 ? TOP : TOP "/unified");
  for (int i = PIDS; i < UNIFIED; i++) {
    char place[LENGTH - 64];
    if (lists(groups[UNIFIED], "cgroup.controllers", controllers[i])) {
      memcpy(groups[i], groups[UNIFIED], LENGTH);
    } else if (!version_2 && geteuid() == 0) {
      snprintf(place, sizeof place, TOP "/%s", controllers[i]);
      size_t top = strlen(place);
      append_own_path(place, sizeof place, controllers[i]);
      if (access(place, W_OK) < 0) place[top] = '\0'; /* in a container, /proc may name a group that is not mounted */
      make(groups[i], place);
    }
  }
  check_groups();
  if (processes) put_number(groups[PIDS], "pids.max", processes + FIRST_PROCESS);
  if (!memory) return;
  put_number(groups[MEMORY], version_2 ? "memory.max" : "memory.limit_in_bytes", memory);
  put_number(groups[MEMORY], version_2 ? "memory.swap.max" : "memory.swappiness", 0);
}

int can_freeze_group(void) {
  char path[LENGTH + 64];
  snprintf(path, sizeof path, "%s/cgroup.freeze", groups[UNIFIED]);
  return *groups[UNIFIED] && access(path, W_OK) == 0;
}

int freeze_group(int frozen) { return put(groups[UNIFIED], "cgroup.freeze", frozen ? "1" : "0"); }

void kill_group(void) {
  if (*groups[UNIFIED]) kill_members(groups[UNIFIED]);
}

/* Returns 1 if the scheduler gives each session the same share, which it does only in the root group. */
static int shares_by_session(void) {
  char path[LENGTH - 64] = "", group[LENGTH], enabled = '0';
  FILE *file = fopen("/proc/sys/kernel/sched_autogroup_enabled", "re");
  if (file && fread(&enabled, 1, 1, file) != 1) enabled = '0';
  if (file) fclose(file);
  if (access(TOP "/cgroup.controllers", F_OK) < 0) {
    append_own_path(path, sizeof path, controllers[CPU]);
    return enabled == '1' && !*path;
  }
  append_own_path(path, sizeof path, "");
  for (char *end = path + strlen(path); end; end = strrchr(path, '/')) { /* each group that contains the supervisor */
    *end = '\0';
    snprintf(group, sizeof group, TOP "%s/cgroup.type", path); /* the root group has no type */
    int is_root = access(group, F_OK) < 0;
    *strrchr(group, '/') = '\0';
    if (!is_root && lists(group, "cgroup.controllers", controllers[CPU])) return 0;
  }
  return enabled == '1';
}

enum share processor_share(void) { return *groups[CPU] ? GROUP_SHARE : shares_by_session() ? SESSION_SHARE : NO_SHARE; }

int has_memory_group(void) { return *groups[MEMORY] != '\0'; }

/* Returns the number that follows a word in a file of a group, or -1. */
static long long number_of(const char *group, const char *file, const char *word) {
  char path[LENGTH + 64], name[64];
  long long value, number = -1;
  snprintf(path, sizeof path, "%s/%s", group, file);
  FILE *stream = *group ? fopen(path, "re") : NULL;
  while (stream && fscanf(stream, "%63s %lld", name, &value) == 2)
    if (strcmp(name, word) == 0) number = value;
  if (stream) fclose(stream);
  return number;
}

long long microseconds_of_group(void) { return number_of(groups[UNIFIED], "cpu.stat", "usage_usec"); }

long long killed_at_memory_limit(void) {
  long long killed = number_of(groups[MEMORY], "memory.events", "oom_kill");
  if (killed < 0) killed = number_of(groups[MEMORY], "memory.oom_control", "oom_kill"); /* version 1 */
  return killed < 0 ? 0 : killed;
}
