/* Namespaces for the program, and a root directory that contains only the system and the program's own files. */
#define _GNU_SOURCE
#include "sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define HOST "/.host"

enum { USER = 1000, PATH_LENGTH = 4096, MOST_FILES = 65536 /* in /tmp: even empty files use memory */ };

#ifndef SYS_mount_setattr
#define SYS_mount_setattr 442
#endif
#ifndef AT_RECURSIVE
#define AT_RECURSIVE 0x8000
#endif
enum { ATTRIBUTE_READ_ONLY = 1, ATTRIBUTE_NO_SUID = 2, ATTRIBUTE_NO_DEVICES = 4 };
struct attributes {
  uint64_t set, clear, propagation, user_namespace;
};

const char *const devices[DEVICES] = {"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"};

int fail(struct failure *failure, const char *step, const char *what) {
  failure->error = errno;
  snprintf(failure->step, sizeof failure->step, "%s %.100s", step, what);
  return -1;
}

int namespaces_of(enum kind kind) {
  int own = CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWIPC;
  return kind == STRICT ? own | CLONE_NEWNS | CLONE_NEWNET | CLONE_NEWUTS : own;
}

int write_file(const char *path, const char *text) {
  int file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
  if (file < 0) return -1;
  ssize_t written = write(file, text, strlen(text));
  int error = errno;
  close(file);
  errno = error;
  return written == (ssize_t)strlen(text) ? 0 : -1;
}

/* Creates the parent folders of a path. */
static int make_parents(const char *path) {
  char part[PATH_LENGTH];
  for (const char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
    snprintf(part, sizeof part, "%.*s", (int)(slash - path), path);
    if (mkdir(part, 0755) < 0 && errno != EEXIST) return -1;
  }
  return 0;
}

/* Mounts a file or folder of the host at the same path. */
static int bind(const char *path, uint64_t attributes) {
  char source[PATH_LENGTH];
  snprintf(source, sizeof source, HOST "%s", path);
  struct stat there, here;
  if (stat(source, &there) < 0) return errno == ENOENT || errno == EACCES ? 0 : -1;
  int writable = !(attributes & ATTRIBUTE_READ_ONLY);
  if (stat(path, &here) == 0 && here.st_dev == there.st_dev && here.st_ino == there.st_ino && !writable) return 0;
  if (make_parents(path) < 0) return -1;
  if (S_ISDIR(there.st_mode)) {
    if (mkdir(path, 0755) < 0 && errno != EEXIST) return -1;
  } else {
    int file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
    if (file >= 0) close(file); /* an existing file, even a read-only one, is fine */
  }
  struct attributes attr = {attributes, 0, 0, 0};
  if (mount(source, path, NULL, MS_BIND | MS_REC, NULL) < 0) return -1;
  return (int)syscall(SYS_mount_setattr, AT_FDCWD, path, AT_RECURSIVE, &attr, sizeof attr);
}

static int show(const struct visible *visible) {
  if (visible->access == LIST) return 0;
  uint64_t attributes = ATTRIBUTE_NO_SUID | ATTRIBUTE_NO_DEVICES | (visible->access == WRITE ? 0 : ATTRIBUTE_READ_ONLY);
  if (bind(visible->real, attributes) < 0) return -1;
  struct stat there;
  if (strcmp(visible->path, visible->real) == 0 || lstat(visible->path, &there) == 0) return 0;
  if (make_parents(visible->path) < 0) return -1;
  return symlink(visible->real, visible->path) < 0 && errno != EEXIST ? -1 : 0;
}

static int make_devices(void) {
  for (int i = 0; i < DEVICES; i++)
    if (bind(devices[i], ATTRIBUTE_NO_SUID | ATTRIBUTE_READ_ONLY) < 0) return -1;
  return symlink("/proc/self/fd", "/dev/fd") < 0 || symlink("/proc/self/fd/0", "/dev/stdin") < 0 ||
                 symlink("/proc/self/fd/1", "/dev/stdout") < 0 || symlink("/proc/self/fd/2", "/dev/stderr") < 0 ||
                 symlink("/tmp", "/dev/shm") < 0
             ? -1
             : 0;
}

/* Creates the files that programs expect in /etc, without the users of the host. */
static int make_accounts(void) {
  if (mkdir("/etc", 0755) < 0 && errno != EEXIST) return -1;
  return write_file("/etc/passwd", "player:x:1000:1000:player:/tmp:/bin/sh\n") < 0 ||
                 write_file("/etc/group", "player:x:1000:\n") < 0 ||
                 write_file("/etc/hosts", "127.0.0.1 localhost\n::1 localhost\n") < 0 ||
                 write_file("/etc/nsswitch.conf", "passwd: files\ngroup: files\nhosts: files\n") < 0
             ? -1
             : 0;
}

/* Creates the new root, a tmpfs on /tmp, in which HOST is the root of the host until all paths are mounted. */
static int make_root(const struct sandbox *sandbox, struct failure *failure) {
  char options[64];
  snprintf(options, sizeof options, "mode=700,nr_inodes=%d,size=%llu", MOST_FILES, sandbox->temporary);
  if (mount(NULL, "/", NULL, MS_SLAVE | MS_REC, NULL) < 0) return fail(failure, "mount", "/");
  if (mount("tmpfs", "/tmp", "tmpfs", MS_NOSUID | MS_NODEV, "mode=755,size=4m") < 0 || mkdir("/tmp" HOST, 0755) < 0)
    return fail(failure, "mount", "a new root");
  if (chdir("/tmp") < 0 || syscall(SYS_pivot_root, "/tmp", "/tmp" HOST) < 0 || chdir("/") < 0)
    return fail(failure, "pivot_root", "");
  if (mkdir("/proc", 0555) < 0 || mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC | MS_RDONLY, NULL) < 0)
    return fail(failure, "mount", "/proc");
  if (mkdir("/tmp", 0700) < 0 || mount("tmpfs", "/tmp", "tmpfs", MS_NOSUID | MS_NODEV, options) < 0)
    return fail(failure, "mount", "/tmp");
  if (make_devices() < 0) return fail(failure, "make", "/dev");
  if (make_accounts() < 0) return fail(failure, "make", "/etc");
  for (int i = 0; i < sandbox->count; i++)
    if (show(&sandbox->visible[i]) < 0) return fail(failure, "show", sandbox->visible[i].path);
  if (make_parents(sandbox->folder) < 0 || (mkdir(sandbox->folder, 0755) < 0 && errno != EEXIST))
    return fail(failure, "make", sandbox->folder);
  if (umount2(HOST, MNT_DETACH) < 0 || rmdir(HOST) < 0) return fail(failure, "unmount", "the host's files");
  if (mount(NULL, "/", NULL, MS_REMOUNT | MS_BIND | MS_RDONLY | MS_NOSUID | MS_NODEV, NULL) < 0)
    return fail(failure, "remount", "/");
  return 0;
}

int enter_namespaces(const struct sandbox *sandbox, uid_t user, gid_t group, struct failure *failure) {
  char users[64], groups[64];
  int strict = sandbox->kind == STRICT;
  snprintf(users, sizeof users, "%u %u 1\n", strict ? USER : user, user);
  snprintf(groups, sizeof groups, "%u %u 1\n", strict ? USER : group, group);
  if (write_file("/proc/self/setgroups", "deny") < 0 || write_file("/proc/self/uid_map", users) < 0 ||
      write_file("/proc/self/gid_map", groups) < 0)
    return fail(failure, "map", "the user");
  if (strict && unshare(CLONE_NEWCGROUP) < 0) return fail(failure, "make", "a control group namespace");
  if (strict && make_root(sandbox, failure) < 0) return -1;
  return chdir(sandbox->folder) < 0 ? fail(failure, "change to", sandbox->folder) : 0;
}
