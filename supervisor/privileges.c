/* Drops capabilities, restricts files with Landlock, and filters system calls with seccomp. */
#define _GNU_SOURCE
#include "sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/ioprio.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#define COUNT(array) (sizeof(array) / sizeof *(array))

enum { X32 = 0x40000000, LAST_CAPABILITY = 63, SOCKET_TYPES = 0xf };

/* -- Landlock; declared here because some supported systems lack its header. */

struct rules {
  uint64_t files, network, scopes;
};
struct beneath {
  uint64_t access;
  int32_t parent;
} __attribute__((packed));

enum { CREATE_RULESET = 444, ADD_RULE = 445, RESTRICT_SELF = 446, VERSION = 1, PATH_BENEATH = 1 };
enum {
  EXECUTE = 1 << 0,
  WRITE_FILE = 1 << 1,
  READ_FILE = 1 << 2,
  READ_FOLDER = 1 << 3,
  UP_TO_FIRST = (1 << 13) - 1,
  REFER = 1 << 13,
  TRUNCATE = 1 << 14,
  IOCTL = 1 << 15,
};
enum { FILES_ONLY = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | IOCTL };
enum { CONNECT_AND_BIND = 3, ABSTRACT_SOCKETS_AND_SIGNALS = 3 };

int landlock_version(void) {
  long version = syscall(CREATE_RULESET, NULL, 0, VERSION);
  return version < 0 ? 0 : (int)version;
}

static int allow(int rules, const char *path, uint64_t access) {
  struct beneath beneath = {access, open(path, O_PATH | O_CLOEXEC)};
  struct stat status;
  if (beneath.parent < 0) return 0; /* the path does not exist: nothing to allow */
  if (fstat(beneath.parent, &status) == 0 && !S_ISDIR(status.st_mode)) beneath.access &= FILES_ONLY;
  int done = (int)syscall(ADD_RULE, rules, PATH_BENEATH, &beneath, 0);
  close(beneath.parent);
  return done;
}

int restrict_files(const struct sandbox *sandbox, struct failure *failure) {
  /* Of /proc, some files about the program itself: others are about the network, mounts and programs of the host. */
  static const char *const readable[] = {
      "/etc/passwd",      "/etc/group",        "/etc/hosts",        "/etc/nsswitch.conf", "/proc/self/auxv",
      "/proc/self/cgroup", "/proc/self/cmdline", "/proc/self/comm",   "/proc/self/fd",      "/proc/self/limits",
      "/proc/self/maps",  "/proc/self/oom_score_adj", "/proc/self/stat",   "/proc/self/statm",  "/proc/self/status",  "/proc/sys",
      "/proc/cpuinfo",    "/proc/filesystems", "/proc/loadavg",     "/proc/meminfo",      "/proc/stat",
      "/proc/uptime",     "/proc/version"};
  int version = landlock_version();
  if (!version) return 0;
  struct rules all = {UP_TO_FIRST, 0, 0};
  if (version >= 2) all.files |= REFER;
  if (version >= 3) all.files |= TRUNCATE;
  if (version >= 4) all.network = CONNECT_AND_BIND;
  if (version >= 5) all.files |= IOCTL;
  if (version >= 6) all.scopes = ABSTRACT_SOCKETS_AND_SIGNALS;
  size_t size = version >= 6 ? sizeof all : version >= 4 ? offsetof(struct rules, scopes) : offsetof(struct rules, network);
  int rules = (int)syscall(CREATE_RULESET, &all, size, 0);
  if (rules < 0) return fail(failure, "make", "file rules");
  uint64_t access[] = {[LIST] = READ_FOLDER, [READ] = EXECUTE | READ_FILE | READ_FOLDER, [WRITE] = all.files};
  int done = 0;
  for (int i = 0; i < DEVICES && done == 0; i++) done = allow(rules, devices[i], READ_FILE | WRITE_FILE);
  for (size_t i = 0; i < COUNT(readable) && done == 0; i++) done = allow(rules, readable[i], READ_FILE | READ_FOLDER);
  for (int i = 0; i < sandbox->count && done == 0; i++)
    done = allow(rules, sandbox->visible[i].real, access[sandbox->visible[i].access]);
  if (done == 0) done = (int)syscall(RESTRICT_SELF, rules, 0);
  if (done < 0) fail(failure, "apply", "file rules");
  close(rules);
  return done;
}

/* -- System calls */

static const int denied[] = {
    /* namespaces, mounts and roots */
    SYS_unshare, SYS_setns, SYS_mount, SYS_umount2, SYS_pivot_root, SYS_chroot, 428 /* open_tree */,
    429 /* move_mount */, 430 /* fsopen */, 431 /* fsconfig */, 432 /* fsmount */, 433 /* fspick */,
    442 /* mount_setattr */, 467 /* open_tree_attr */, SYS_open_by_handle_at, SYS_name_to_handle_at, SYS_swapon,
    SYS_swapoff, SYS_quotactl, 443 /* quotactl_fd */,
    /* other processes */
    SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev, SYS_kcmp, 438 /* pidfd_getfd */, 440 /* process_madvise */,
    448 /* process_mrelease */,
    /* what happens in visible files, whose watches are limited per user */
    SYS_inotify_init1, SYS_inotify_add_watch, SYS_fanotify_init,
    /* sockets other than those of pairs, and larger buffers or more files in them than the limits allow */
    SYS_bind, SYS_listen, SYS_connect, SYS_accept, SYS_accept4, SYS_setsockopt, SYS_sendmsg, SYS_sendmmsg,
    /* the user's keyring */
    SYS_add_key, SYS_request_key, SYS_keyctl,
    /* work of the kernel that neither the freezer nor a signal stops */
    SYS_move_pages, SYS_migrate_pages,
    /* memory that no limit counts, such as the huge page of which vmsplice keeps a byte in a pipe */
    447 /* memfd_secret */, SYS_vmsplice,
    /* memory that outlives the program without an IPC namespace, and requests that the whole system shares */
    SYS_io_setup, SYS_shmget, SYS_shmat, SYS_shmctl, SYS_msgget, SYS_msgsnd, SYS_msgrcv, SYS_msgctl, SYS_semget,
    SYS_semop, SYS_semtimedop, SYS_semctl, SYS_mq_open, SYS_mq_unlink,
    /* the kernel and the machine */
    SYS_bpf, SYS_perf_event_open, SYS_userfaultfd, 425 /* io_uring_setup */, 426 /* io_uring_enter */,
    427 /* io_uring_register */, SYS_init_module, SYS_finit_module, SYS_delete_module, SYS_kexec_load, SYS_reboot,
    SYS_syslog, SYS_acct, SYS_settimeofday, SYS_clock_settime, SYS_clock_adjtime, SYS_adjtimex, SYS_sethostname,
    SYS_setdomainname, SYS_vhangup,
#ifdef SYS_inotify_init
    SYS_inotify_init,
#endif
#ifdef SYS_kexec_file_load
    SYS_kexec_file_load,
#endif
#ifdef SYS_iopl
    SYS_iopl, SYS_ioperm, SYS_modify_ldt,
#endif
};

static const int denied_in_limits[] = {
    /* operations of a file's owner that Landlock does not restrict; before version 3, truncate is one of them */
    SYS_truncate, 469 /* file_setattr */,
    SYS_fchmod, SYS_fchmodat, 452 /* fchmodat2 */, SYS_fchown, SYS_fchownat, SYS_utimensat, SYS_setxattr, SYS_lsetxattr,
    SYS_fsetxattr, SYS_removexattr, SYS_lremovexattr, SYS_fremovexattr, 463 /* setxattrat */, 466 /* removexattrat */,
#ifdef SYS_chmod
    SYS_chmod, SYS_chown, SYS_lchown, SYS_utime, SYS_utimes, SYS_futimesat,
#endif
};

/* The same for reading; programs continue without if they are not supported. */
static const int unsupported_in_limits[] = {
    SYS_getxattr, SYS_lgetxattr, SYS_fgetxattr, SYS_listxattr, SYS_llistxattr, SYS_flistxattr, 464 /* getxattrat */,
    465 /* listxattrat */, 468 /* file_getattr */,
};

struct argument {
  int call, index;
  uint32_t value;
};

/* Values of arguments with which a system call is denied. */
static const struct argument denied_values[] = {
    /* delay those who write to a visible file, or report who uses it */
    {SYS_fcntl, 1, F_SETLEASE},
    {SYS_fcntl, 1, F_NOTIFY},
    /* signal another process, or continue a stopped one */
    {SYS_fcntl, 1, F_SETOWN},
    {SYS_fcntl, 1, F_SETOWN_EX},
    {SYS_fcntl, 1, F_SETSIG},
    /* the user's pages for pipes */
    {SYS_fcntl, 1, F_SETPIPE_SZ},
    /* keep other programs from the other thread of a core */
    {SYS_prctl, 0, 62 /* PR_SCHED_CORE */},
};

/* Arguments that name a process, and the value that names the caller: without a process namespace, others are denied. */
static const struct argument own_process[] = {
    {SYS_prlimit64, 0, 0},        {SYS_sched_setaffinity, 0, 0},        {SYS_sched_setscheduler, 0, 0},
    {SYS_sched_setparam, 0, 0},   {SYS_sched_setattr, 0, 0},            {SYS_setpriority, 0, PRIO_PROCESS},
    {SYS_setpriority, 1, 0},
    {SYS_ioprio_set, 0, IOPRIO_WHO_PROCESS}, {SYS_ioprio_set, 1, 0},
};

/* System calls that send a signal: a program that is stopped by one may not continue itself. */
static const struct argument continuing[] = {
    {SYS_kill, 1, SIGCONT},          {SYS_tkill, 1, SIGCONT},             {SYS_tgkill, 2, SIGCONT},
    {SYS_rt_sigqueueinfo, 1, SIGCONT}, {SYS_rt_tgsigqueueinfo, 2, SIGCONT}, {424 /* pidfd_send_signal */, 1, SIGCONT},
};

/* File locks, which would delay other users of visible files. For programs that cannot write to these, the calls succeed
 * without effect. */
static const struct argument locks[] = {
    {SYS_fcntl, 1, F_SETLK}, {SYS_fcntl, 1, F_SETLKW}, {SYS_fcntl, 1, F_OFD_SETLK}, {SYS_fcntl, 1, F_OFD_SETLKW},
};

/* The requests of ioctl that programs need; others would change the attributes of visible files. */
static const uint32_t requests[] = {FIONREAD, FIONBIO, FIOASYNC, FIOCLEX, FIONCLEX};

enum { MOST_STEPS = 768 };
static struct sock_filter steps[MOST_STEPS];
static unsigned short length;

static void step(unsigned short code, uint32_t value, unsigned char yes, unsigned char no) {
  steps[length++] = (struct sock_filter){code, yes, no, value};
}
static void load(size_t offset) { step(BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset, 0, 0); }
static void load_number(void) { load(offsetof(struct seccomp_data, nr)); }
static void load_argument(int index) { load(offsetof(struct seccomp_data, args) + 8 * (size_t)index); }
static void verdict(uint32_t action) { step(BPF_RET | BPF_K, action, 0, 0); }
static void deny(int error) { verdict(SECCOMP_RET_ERRNO | (uint32_t)error); }
static void deny_if_equal(uint32_t value, int error) {
  step(BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1);
  deny(error);
}
/* Makes the next `count` steps apply to this system call only; the others skip them. */
static void only_for(int number, unsigned char count) { step(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)number, 0, count); }
/* Denies a system call if one of its arguments is, or is not, a value. */
static void check_argument(const struct argument *argument, int is_denied, int error) {
  only_for(argument->call, 4);
  load_argument(argument->index);
  step(BPF_JMP | BPF_JEQ | BPF_K, argument->value, is_denied ? 0 : 1, is_denied ? 1 : 0);
  deny(error);
  load_number();
}
/* Allows a system call only if bits of an argument are one of the values. */
static void allow_values(int call, int index, uint32_t bits, const uint32_t *values, unsigned char count, int error) {
  only_for(call, (unsigned char)(count + 4));
  load_argument(index);
  step(BPF_ALU | BPF_AND | BPF_K, bits, 0, 0);
  for (unsigned char i = 0; i < count; i++)
    step(BPF_JMP | BPF_JEQ | BPF_K, values[i], (unsigned char)(count - i), 0);
  deny(error);
  load_number();
}

int filter_system_calls(const struct sandbox *sandbox, struct failure *failure) {
  static const uint32_t families[] = {AF_UNIX};
  static const uint32_t kinds_of_pairs[] = {SOCK_STREAM, SOCK_SEQPACKET}; /* others could send to any socket */
  length = 0;
  load(offsetof(struct seccomp_data, arch));
  step(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0);
  verdict(SECCOMP_RET_KILL_PROCESS); /* a program for another architecture, whose system calls have other numbers */
  load_number();
#ifdef __x86_64__
  step(BPF_JMP | BPF_JGE | BPF_K, X32, 0, 1);
  deny(ENOSYS);
#endif
  for (size_t i = 0; i < COUNT(denied); i++) deny_if_equal((uint32_t)denied[i], EPERM);
  deny_if_equal(SYS_socket, EACCES);
  deny_if_equal(435 /* clone3, whose flags a filter cannot inspect; the C library falls back to clone */, ENOSYS);
  deny_if_equal(SYS_timerfd_create, ENOSYS); /* one event of these, with many watches, occupies a processor while the */
  deny_if_equal(SYS_signalfd4, ENOSYS);      /* program is stopped */
#ifdef SYS_signalfd
  deny_if_equal(SYS_signalfd, ENOSYS);
#endif
  deny_if_equal(SYS_memfd_create, ENOSYS); /* not limited either; with it, .NET would exceed the file size limit and crash */
  if (sandbox->stays_in_session) {
    deny_if_equal(SYS_setsid, EPERM);
    deny_if_equal(SYS_setpgid, EPERM);
  }
  if (sandbox->stopped_by_signals) {
    deny_if_equal(SYS_timer_create, EPERM);
    for (size_t i = 0; i < COUNT(continuing); i++) check_argument(&continuing[i], 1, EPERM);
  }
  only_for(SYS_clone, 4);
  load_argument(0);
  step(BPF_JMP | BPF_JSET | BPF_K,
       CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNS | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWCGROUP, 0, 1);
  deny(EPERM);
  load_number();
  for (size_t i = 0; i < COUNT(denied_values); i++) check_argument(&denied_values[i], 1, EPERM);
  for (size_t i = 0; i < COUNT(own_process) && !sandbox->namespaces; i++) check_argument(&own_process[i], 0, EPERM);
  for (size_t i = 0; i < COUNT(locks) && !sandbox->writes; i++) check_argument(&locks[i], 1, 0);
  if (!sandbox->writes) deny_if_equal(SYS_flock, 0);
  deny_if_equal(SYS_sync, 0); /* would wait for all disks; without effect, as are these locks */
  allow_values(SYS_ioctl, 1, UINT32_MAX, requests, COUNT(requests), ENOTTY);
  allow_values(SYS_socketpair, 0, UINT32_MAX, families, COUNT(families), EACCES);
  allow_values(SYS_socketpair, 1, SOCKET_TYPES, kinds_of_pairs, COUNT(kinds_of_pairs), EACCES);
  if (sandbox->kind == LIMITS) {
    for (size_t i = 0; i < COUNT(denied_in_limits); i++) deny_if_equal((uint32_t)denied_in_limits[i], EPERM);
    for (size_t i = 0; i < COUNT(unsupported_in_limits); i++) deny_if_equal((uint32_t)unsupported_in_limits[i], EOPNOTSUPP);
  }
  verdict(SECCOMP_RET_ALLOW);
  struct sock_fprog program = {length, steps};
  if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) < 0) return fail(failure, "filter", "system calls");
  return 0;
}

int drop_privileges(const struct sandbox *sandbox, struct failure *failure) {
  for (int capability = 0; capability <= LAST_CAPABILITY; capability++) prctl(PR_CAPBSET_DROP, capability);
  prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
  struct __user_cap_data_struct none[2];
  memset(none, 0, sizeof none);
  if (syscall(SYS_capset, &header, none) < 0) return fail(failure, "drop", "capabilities");
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0) return fail(failure, "set", "no new privileges");
  if (sandbox->kind == LIMITS && restrict_files(sandbox, failure) < 0) return -1;
  return filter_system_calls(sandbox, failure);
}
