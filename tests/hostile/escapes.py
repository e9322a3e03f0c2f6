"""Tries one way out of the sandbox, and prints what came of it: `held`, or how it got out.

    escapes.py ATTEMPT

It reads what it may need as JSON: `secret`, a file of the same user that is not the program's; `outside`, a folder of
the same kind; a `port` of this machine, and `sockets` in the file system, at which somebody listens, the second of them
in the program's own folder; a `process` of the same user; what gives a program its `share` of the processors. Each
attempt is a function here.
"""

import ctypes
import errno
import fcntl
import json
import os
import resource
import signal
import socket
import struct
import sys
import time
from contextlib import suppress
from pathlib import Path

told = json.loads(sys.stdin.readline())
SECRET, OUTSIDE, PORT, PROCESS = Path(told["secret"]), Path(told["outside"]), int(told["port"]), int(told["process"])
SOCKET, OWN_SOCKET = map(str, told["sockets"])
OWN = Path(__file__).parent
libc = ctypes.CDLL(None, use_errno=True)
opened_files: list[object] = []

CLONE_NEWUSER, CLONE_NEWNS = 0x10000000, 0x20000
MS_REMOUNT, MS_BIND = 32, 4096
PTRACE_ATTACH, PR_SET_NAME = 16, 15
SYS = {
    "x86_64": (250, 251, 298, 321, 323, 425, 447, 206, 279),
    "aarch64": (219, 30, 241, 280, 282, 425, 447, 0, 239),
}[os.uname().machine]
KEYCTL, IOPRIO_SET, PERF_EVENT_OPEN, BPF, USERFAULTFD, IO_URING_SETUP, MEMFD_SECRET, IO_SETUP, MOVE_PAGES = SYS
FS_IOC_SETFLAGS, FS_IOC_FSSETXATTR = 0x40086602, 0x401C5820
F_SETPIPE_SZ, PR_SCHED_CORE = 1031, 62
IN_ALL_EVENTS = 0xFFF
AF_VSOCK = 40


def called(result: int) -> bool:
    """Whether a call of the C library succeeded."""
    return result >= 0


def opened(path: str | Path, flags: int = os.O_RDONLY) -> bool:
    try:
        os.close(os.open(path, flags | os.O_NONBLOCK, 0o600))
    except OSError:
        return False
    return True


def signalled(pid: int, number: int) -> bool:
    try:
        os.kill(pid, number)
    except OSError:
        return False
    return True


def connected(family: int, address: object) -> bool:
    try:
        with socket.socket(family, socket.SOCK_STREAM) as door:
            door.settimeout(1)
            door.connect(address)  # type: ignore[arg-type] # each family has its own kind
    except OSError:
        return False
    return True


# -- files


def read_a_secret() -> bool:
    return opened(SECRET)


def read_a_secret_through_a_link_of_proc() -> bool:
    return any(opened(f"/proc/{pid}/root{SECRET}") for pid in (1, os.getppid(), "self"))


def read_the_password_file() -> bool:
    return opened("/etc/shadow")


def read_files_of_home_folders() -> bool:
    for folder in (Path("/root"), Path("/home"), *Path("/home").glob("*")):
        try:
            if any(opened(entry) for entry in folder.iterdir() if entry.is_file()):
                return True
        except OSError:
            continue
    return False


def list_run() -> bool:
    try:
        return bool(os.listdir("/run"))  # noqa: PTH208 (the same)
    except OSError:
        return False


def read_extended_attributes() -> bool:
    try:
        os.listxattr(SECRET)
    except OSError:
        return False
    return True


def watch_files() -> bool:
    """The names and accesses in a hidden folder, and in the folders of the system, which the opponent uses as well."""
    watcher = libc.inotify_init()
    return any(called(libc.inotify_add_watch(watcher, bytes(path), IN_ALL_EVENTS)) for path in (OUTSIDE, OWN))


def watch_a_folder_by_signals() -> bool:
    folder = os.open(OWN, os.O_RDONLY)
    try:
        fcntl.fcntl(folder, fcntl.F_NOTIFY, fcntl.DN_ACCESS)
    except OSError:
        return False
    return True


def delay_writers_by_a_lease() -> bool:
    try:
        fcntl.fcntl(os.open(__file__, os.O_RDONLY), fcntl.F_SETLEASE, fcntl.F_RDLCK)
    except OSError:
        return False
    return True


def write_outside() -> bool:
    return opened(OUTSIDE / "written", os.O_WRONLY | os.O_CREAT)


def write_to_its_own_folder() -> bool:
    return opened(OWN / "written", os.O_WRONLY | os.O_CREAT)


def write_to_the_system() -> bool:
    return opened("/usr/written", os.O_WRONLY | os.O_CREAT) or opened("/etc/written", os.O_WRONLY | os.O_CREAT)


def change_modes() -> bool:
    changed = False
    for path in (SECRET, OUTSIDE, "/dev/null", "/etc", OWN):
        try:
            Path(path).chmod(Path(path).stat().st_mode & 0o7777)
            changed = True
        except OSError:
            continue
    return changed


def change_attributes() -> bool:
    file = os.open(__file__, os.O_RDONLY)
    changed = False
    for request, size in ((FS_IOC_SETFLAGS, 8), (FS_IOC_FSSETXATTR, 28)):
        with suppress(OSError):
            fcntl.ioctl(file, request, bytes(size))
            changed = True
    return changed


def change_times() -> bool:
    try:
        os.utime("/usr/bin/env")
    except OSError:
        return False
    return True


def link_to_the_outside() -> bool:
    try:
        os.symlink(SECRET, "/tmp/link")  # noqa: S108, PTH211 (its own)
    except OSError:
        return False
    return opened("/tmp/link")  # noqa: S108 (the same)


def fill_the_temporary_folder() -> bool:
    written, block = 0, bytes(16 << 20)
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    for folder in ("/tmp", "/dev/shm", "/var/tmp"):  # noqa: S108 (to be filled)
        for number in range(40):
            try:
                with Path(f"{folder}/{folder.replace('/', '-')}-{number}").open("wb") as file:
                    written += file.write(block)
            except OSError:
                break
    return written > 300 << 20


def make_many_files() -> bool:
    try:
        for number in range(100_000):
            os.mknod(f"/tmp/{number}")  # noqa: S108 (its own)
    except OSError:
        return False
    return True


def truncate_a_file() -> bool:
    return called(libc.truncate(bytes(SECRET), 0)) or called(libc.truncate(bytes(OWN / "escapes.py"), 1 << 20))


def write_a_large_file() -> bool:
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    try:
        with Path("/tmp/large").open("wb") as file:  # noqa: S108 (its own)
            file.truncate(1 << 30)
    except OSError:
        return False
    return True


def write_kernel_settings() -> bool:
    return opened("/proc/sys/kernel/core_pattern", os.O_WRONLY) or opened("/proc/sysrq-trigger", os.O_WRONLY)


def use_device_nodes() -> bool:
    if any(opened(f"/dev/{name}") for name in ("mem", "kmsg", "vda", "sda", "kvm", "fuse", "tty", "ptmx")):
        return True
    try:
        os.mknod("/tmp/null", 0o20666, os.makedev(1, 3))  # noqa: S108 (its own)
    except OSError:
        return False
    return opened("/tmp/null")  # noqa: S108 (the same)


# -- privileges


def become_root() -> bool:
    try:
        os.setresuid(0, 0, 0)
    except OSError:
        return False
    return opened("/etc/shadow")


def have_capabilities() -> bool:
    status = Path("/proc/self/status").read_text(encoding="ascii", errors="replace")
    names = ("CapInh:", "CapPrm:", "CapEff:", "CapAmb:")
    return any(int(line.split()[1], 16) for line in status.splitlines() if line.startswith(names))


def gain_privileges() -> bool:
    status = Path("/proc/self/status").read_text(encoding="ascii", errors="replace").splitlines()
    return "NoNewPrivs:\t1" not in status or "Seccomp:\t2" not in status


def make_a_user_namespace() -> bool:
    return called(libc.unshare(CLONE_NEWUSER)) or called(libc.unshare(CLONE_NEWNS))


def mount_something() -> bool:
    return called(libc.mount(b"tmpfs", b"/tmp", b"tmpfs", 0, None))


def remount_the_root() -> bool:
    return called(libc.mount(None, b"/", None, MS_REMOUNT | MS_BIND, None))


def change_the_root() -> bool:
    return called(libc.chroot(b"/tmp"))


def use_the_keyring() -> bool:
    return called(libc.syscall(KEYCTL, 0, -3, 1))


def call_the_kernel() -> bool:
    buffer = ctypes.create_string_buffer(200)
    calls = (
        (PERF_EVENT_OPEN, buffer, 0, -1, -1, 0),
        (BPF, 0, buffer, 120),
        (USERFAULTFD, 0),
        (IO_URING_SETUP, 1, buffer),
    )
    return any(called(libc.syscall(*call)) for call in calls)


# -- other processes


def see_other_processes() -> bool:
    """Their numbers say nothing; their files would."""
    own = os.readlink("/proc/self")  # noqa: PTH115 (short)
    others = {name for name in map(str, range(1, 70_000)) if name != own and os.path.exists(f"/proc/{name}")}  # noqa: PTH110 (short)
    return any(opened(f"/proc/{pid}/environ") or opened(f"/proc/{pid}/mem") for pid in others)


def read_command_lines() -> bool:
    """Those of the host may contain passwords."""
    for process in range(1, 70_000):
        with suppress(OSError):
            if b"attempts.py" in Path(f"/proc/{process}/cmdline").read_bytes():
                return True
    return False


def read_about_the_host() -> bool:
    """Its connections, and what is mounted there."""
    for path, text in (("net/tcp", f":{PORT:04X} "), ("net/unix", SOCKET), ("mountinfo", " - cgroup")):
        with suppress(OSError):
            if text in Path(f"/proc/self/{path}").read_text(encoding="utf-8", errors="replace"):
                return True
    return False


def limit_others() -> bool:
    try:
        resource.prlimit(PROCESS, resource.RLIMIT_CORE, resource.prlimit(PROCESS, resource.RLIMIT_CORE))
    except OSError:
        return False
    return True


def slow_others() -> bool:
    attempts = (
        lambda: os.sched_setaffinity(PROCESS, os.sched_getaffinity(PROCESS)),
        lambda: os.sched_setscheduler(PROCESS, os.SCHED_OTHER, os.sched_param(0)),
        lambda: os.setpriority(os.PRIO_PROCESS, PROCESS, os.getpriority(os.PRIO_PROCESS, PROCESS)),
        lambda: os.setpriority(os.PRIO_USER, 0, 1),
    )
    for attempt in attempts:
        with suppress(OSError):
            attempt()  # type: ignore[no-untyped-call] # a lambda
            return True
    return called(libc.syscall(IOPRIO_SET, 1, PROCESS, 0)) or called(libc.syscall(IOPRIO_SET, 3, os.getuid(), 0))


def keep_others_from_a_core() -> bool:
    return called(libc.prctl(PR_SCHED_CORE, 1, 0, 0, 0))


def kill_others() -> bool:
    signalled(os.getppid(), signal.SIGKILL)
    return signalled(PROCESS, 0) or any(
        signalled(pid, 0) for pid in range(2, 70_000) if pid not in (os.getpid(), os.getppid())
    )


def stop_the_supervisor() -> bool:
    """A signal to the first process of a namespace is accepted, and has no effect."""
    return signalled(os.getppid(), signal.SIGSTOP) and b") T " in Path(f"/proc/{os.getppid()}/stat").read_bytes()


def trace_the_parent() -> bool:
    return called(libc.ptrace(PTRACE_ATTACH, os.getppid(), None, None))


def read_the_memory_of_the_parent() -> bool:
    return opened(f"/proc/{os.getppid()}/mem") or opened(f"/proc/{os.getppid()}/environ")


def leave_a_daemon() -> bool:
    if os.fork() == 0:
        with suppress(OSError):
            os.setsid()
        if os.fork() == 0:
            for stream in range(3):
                os.close(stream)
            time.sleep(600)
        os._exit(0)
    os.wait()
    return False


# -- the network


def reach_a_local_server() -> bool:
    return connected(socket.AF_INET, ("127.0.0.1", PORT))


def reach_the_internet() -> bool:
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as door:
            return door.sendto(b"x", ("192.0.2.1", 9)) > 0
    except OSError:
        return False


def reach_a_unix_socket() -> bool:
    return connected(socket.AF_UNIX, SOCKET) or connected(socket.AF_UNIX, OWN_SOCKET)


def send_to_a_unix_socket_from_one_of_a_pair() -> bool:
    for kind in (socket.SOCK_DGRAM, socket.SOCK_RAW):
        try:
            with socket.socketpair(socket.AF_UNIX, kind)[0] as door:
                door.sendto(b"x", f"{OWN_SOCKET}-of-datagrams")
        except OSError:
            continue
        return True
    return False


def take_an_abstract_name() -> bool:
    """A server of the host could not have it."""
    try:
        socket.socketpair()[0].bind(f"\0{SOCKET}-of-bot")
    except OSError:
        return False
    return True


def reach_an_abstract_socket() -> bool:
    return connected(socket.AF_UNIX, f"\0{SOCKET}")


def reach_the_hypervisor() -> bool:
    try:
        socket.socket(AF_VSOCK, socket.SOCK_STREAM).close()
    except OSError:
        return False
    return True


# -- resources


def fork_many() -> bool:
    children = 0
    try:
        for _ in range(1000):
            if os.fork() == 0:
                time.sleep(600)
            children += 1
    except OSError:
        pass
    return children >= 600


def take_memory_that_no_limit_counts() -> bool:
    return (
        called(libc.memfd_create(b"x", 0))
        or called(libc.syscall(MEMFD_SECRET, 0))
        or called(libc.shmget(0, 1 << 20, 0o1600))
        or called(libc.msgget(0, 0o1600))
    )


def keep_memory_in_sockets() -> bool:
    """Sockets that are in the buffers of other sockets do not count as open files."""
    kept = 0
    with suppress(OSError):
        while kept <= 1 << 30:
            sockets = [end for _ in range(100) for end in socket.socketpair()]
            for end in sockets:
                with suppress(OSError):
                    end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1 << 20)
                end.settimeout(0)
                with suppress(BlockingIOError):
                    while True:
                        kept += end.send(bytes(1 << 14))
            keeper = socket.socketpair()
            opened_files.extend(keeper)
            descriptors = struct.pack("200i", *(end.fileno() for end in sockets))
            keeper[0].sendmsg([b"x"], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, descriptors)])
            for end in sockets:
                end.close()
    return kept > 1 << 29


def keep_memory_in_pipes() -> bool:
    """A byte of a huge page in a pipe keeps the whole page."""
    byte = ctypes.create_string_buffer(1)
    vector = (ctypes.c_void_p * 2)(ctypes.addressof(byte), 1)
    return called(libc.vmsplice(os.pipe()[1], vector, 1, 0))


def take_the_pages_of_pipes() -> bool:
    try:
        fcntl.fcntl(os.pipe()[0], F_SETPIPE_SZ, 1 << 20)
    except OSError:
        return False
    return True


def compute_in_the_kernel_while_it_is_stopped() -> bool:
    """Neither a freezer nor a signal stops these, or the interrupts of these clocks."""
    page = ctypes.create_string_buffer(1)
    pages, nodes, status = (ctypes.c_void_p * 1)(ctypes.addressof(page)), (ctypes.c_int * 1)(0), (ctypes.c_int * 1)()
    return (
        libc.syscall(MOVE_PAGES, 0, 1, pages, nodes, status, 0) == 0
        or called(libc.timerfd_create(1, 0))
        or called(libc.signalfd(-1, ctypes.create_string_buffer(128), 0))
    )


def take_all_inotify_instances() -> bool:
    return called(libc.inotify_init1(0))


def take_requests_of_the_system() -> bool:
    """The number of asynchronous requests is limited for all programs together."""
    return called(libc.syscall(IO_SETUP, 1000, ctypes.byref(ctypes.c_ulong())))


def lock_files() -> bool:
    """Others could not lock them."""
    one, other = (os.open(__file__, os.O_RDONLY) for _ in range(2))
    try:
        for file in (one, other):
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        return error.errno == errno.EAGAIN
    fcntl.lockf(one, fcntl.LOCK_SH)
    if os.fork() == 0:
        wanted = struct.pack("hhqqi", fcntl.F_WRLCK, 0, 0, 0, 0)
        os._exit(struct.unpack_from("h", fcntl.fcntl(one, fcntl.F_GETLK, wanted))[0] != fcntl.F_UNLCK)
    return os.wait()[1] != 0


def use_other_kinds_of_pairs() -> bool:
    return (
        libc.socketpair(socket.AF_TIPC, socket.SOCK_SEQPACKET, 0, (ctypes.c_int * 2)()) == 0 or ctypes.get_errno() != 13
    )


def queue_many_signals() -> bool:
    return resource.getrlimit(resource.RLIMIT_SIGPENDING)[1] > 1024


def have_the_shares_of_several_players() -> bool:
    """The scheduler may give each session a share of the processors."""
    if os.fork() == 0:
        with suppress(OSError):
            os.setsid()
            os._exit(1)
        os._exit(0)
    return os.wait()[1] != 0 and told["share"] == "session"


def run_before_others() -> bool:
    with suppress(OSError):
        os.nice(-1)
        return True
    with suppress(OSError):
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))
        return True
    return False


def outlive_memory() -> bool:
    """When there is none left, the kernel is to end this program, not whatever else is large."""
    try:
        Path("/proc/self/oom_score_adj").write_text("-1000", encoding="ascii")
    except OSError:
        return Path("/proc/self/oom_score_adj").read_text(encoding="ascii") != "1000\n"
    return True


def open_many_files() -> bool:
    found: list[int] = []
    try:
        while len(found) < 2000:
            found.append(os.open("/dev/null", os.O_RDONLY))
    except OSError:
        pass
    return len(found) >= 2000


def take_much_memory() -> bool:
    try:
        bytearray(6 << 30)
    except MemoryError:
        return False
    return True


def raise_its_limits() -> bool:
    try:
        resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    except (OSError, ValueError):
        return False
    return True


def dump_core() -> bool:
    return resource.getrlimit(resource.RLIMIT_CORE)[1] != 0


# -- what it is told


def read_secrets_in_the_environment() -> bool:
    return "CROWNBRIDGE_TOKEN" in os.environ or "PGPASSWORD" in os.environ or "A_KEY" in os.environ


def use_inherited_files() -> bool:
    return any(int(name) > 2 and opened(f"/proc/self/fd/{name}") for name in os.listdir("/proc/self/fd"))  # noqa: PTH208


def take_a_misleading_name() -> bool:
    libc.prctl(PR_SET_NAME, b"VmHWM: x")
    return False


if __name__ == "__main__":
    attempt = globals()[sys.argv[1]]
    print("got out" if attempt() else "held", flush=True)
    sys.stdin.read()
