/* Sandbox: restricts a program to its own files and those of the system. */
#ifndef CROWNBRIDGE_SANDBOX_H
#define CROWNBRIDGE_SANDBOX_H

#include <sys/types.h>

enum kind { UNCONFINED, LIMITS, STRICT };

enum { MOST_PATHS = 16384 };

struct sandbox {
  enum kind kind;
  int namespaces;                 /* 1 if the program gets its own namespaces */
  int stays_in_session;           /* 1 if the program may not create sessions, each of which has a share of the processors,
                                     or process groups, so that a signal to its own one reaches all of its processes */
  int writes;                     /* 1 if the program may write to some of the visible files */
  int stopped_by_signals;         /* 1 if the program is stopped by SIGSTOP, and may therefore not send or schedule SIGCONT */
  const char *folder;             /* the working directory */
  unsigned long long temporary;   /* bytes of the private /tmp (STRICT) */
  struct visible {
    const char *path;             /* as the program spells it */
    char *real;                   /* without symbolic links */
    enum access { LIST, READ, WRITE } access; /* LIST: only the names in a folder, which STRICT always shows */
  } visible[MOST_PATHS];          /* visible paths; all others are hidden (STRICT) or denied (LIMITS) */
  int count;
};

/* The step of the setup that failed; sent to the supervisor, which reports it. */
struct failure {
  int error;
  char step[120];
};

/* Returns the clone(2) flags for the program's namespaces: user, PID and IPC namespaces for LIMITS, all kinds for STRICT
 * except cgroup namespaces, which enter_namespaces creates once the program is in its own control group. */
int namespaces_of(enum kind kind);

/* Sets up the user and group of the first process of new namespaces and, for STRICT, its root directory. */
int enter_namespaces(const struct sandbox *sandbox, uid_t user, gid_t group, struct failure *failure);

/* Drops all privileges and blocks system calls that might regain them. Called just before the program is executed. */
int drop_privileges(const struct sandbox *sandbox, struct failure *failure);

/* Denies access to all files that are not visible. Kernels without Landlock cannot, so that LIMITS protects no files. */
int restrict_files(const struct sandbox *sandbox, struct failure *failure);
int landlock_version(void);

/* Installs the system call filter. */
int filter_system_calls(const struct sandbox *sandbox, struct failure *failure);

/* Creates a control group with these limits if possible; 0 means no limit. */
void make_group(unsigned long long processes, unsigned long long memory);
/* Returns -1 if the process could not enter all groups. */
int enter_group(void);
int can_freeze_group(void);
/* Stops or continues all processes of the group. Returns -1 if there is no group that can. */
int freeze_group(int frozen);
void kill_group(void);
void remove_group(void);
/* The means by which the program gets no more processor time than one player: its control group, its session, or none. */
enum share { NO_SHARE, SESSION_SHARE, GROUP_SHARE };
enum share processor_share(void);
int has_memory_group(void);
/* Returns the processor time of the group, or -1 if there is none that measures it. */
long long microseconds_of_group(void);
/* Returns how many processes of the group the kernel has killed because the group had used up its memory. */
long long killed_at_memory_limit(void);

/* Visits the children of a thread. */
void visit_children(pid_t parent, pid_t thread, void (*visit)(pid_t child));
/* Stops or continues all descendants of the supervisor by signals. stop_descendants returns 0 if all were stopped already. */
int stop_descendants(void);
void resume_descendants(void);
/* Measures how long other programs kept the processors from the descendants of the supervisor since the last call of
 * begin_measurement; time in which they kept the processors from each other does not count. Also measures how long they
 * computed. */
void begin_measurement(void);
long long microseconds_kept_waiting(long long *computed);

/* Device nodes that programs may use; they are writable although they are mounted read-only. */
enum { DEVICES = 5 };
extern const char *const devices[DEVICES];

int write_file(const char *path, const char *text);
int fail(struct failure *failure, const char *step, const char *what);

#endif
