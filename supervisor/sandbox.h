/* How a program is confined, so that it reaches nothing but its own files and the system's. */
#ifndef CROWNBRIDGE_SANDBOX_H
#define CROWNBRIDGE_SANDBOX_H

#include <sys/types.h>

enum kind { UNCONFINED, LIMITS, STRICT };

enum { MOST_PATHS = 16384 };

struct sandbox {
  enum kind kind;
  int namespaces;                 /* whether the program gets its own */
  const char *folder;             /* the working directory */
  unsigned long long temporary;   /* bytes of the private /tmp (STRICT) */
  struct visible {
    const char *path;             /* as the program spells it */
    char *real;                   /* without symbolic links */
    enum access { LIST, READ, WRITE } access; /* LIST: of a folder its names only, which STRICT shows anyway */
  } visible[MOST_PATHS];          /* what the program may read; all else is hidden (STRICT) or refused (LIMITS) */
  int count;
};

/* What a step of the confinement failed at; sent to the supervisor, which reports it. */
struct failure {
  int error;
  char step[120];
};

/* The clone(2) flags for the program's namespaces: for LIMITS those of users, processes and IPC, for STRICT all kinds
 * but that of control groups, which enter_namespaces makes when the program is in its own. */
int namespaces_of(enum kind kind);

/* Gives the first process of new namespaces its user and group, and for STRICT its own root directory. */
int enter_namespaces(const struct sandbox *sandbox, uid_t user, gid_t group, struct failure *failure);

/* The last steps, in the process that becomes the program: no privileges, no system calls that might regain them. */
int drop_privileges(const struct sandbox *sandbox, struct failure *failure);

/* Refuses all files that are not visible. Kernels without Landlock cannot: this is LIMITS' only protection of files. */
int restrict_files(const struct sandbox *sandbox, struct failure *failure);
int landlock_version(void);

/* Installs the system call filter. */
int filter_system_calls(enum kind kind, struct failure *failure);

/* Makes a control group with these limits, where that can be done; 0 is no limit. */
void make_group(unsigned long long processes, unsigned long long memory);
void enter_group(void);
void remove_group(void);

/* The device nodes that programs may use; they can be written although they are shown read-only. */
enum { DEVICES = 5 };
extern const char *const devices[DEVICES];

int write_file(const char *path, const char *text);
int fail(struct failure *failure, const char *step, const char *what);

#endif
