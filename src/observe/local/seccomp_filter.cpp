#include "observe/local/seccomp_filter.h"

#include <fcntl.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <memory>
#include <string>

#include "observe/local/owned_fd.h"

namespace mcpjury {
namespace {

// Names, not numbers: libseccomp knows calls that the headers of the build machine may not.
constexpr const char* kRefusedCalls[] = {
    "ptrace",
    "process_vm_readv",
    "process_vm_writev",
    "process_madvise",
    "kcmp",
    "pidfd_getfd",
    "mount",
    "umount",
    "umount2",
    "pivot_root",
    "chroot",
    "move_mount",
    "open_tree",
    "fsopen",
    "fsconfig",
    "fsmount",
    "fspick",
    "mount_setattr",
    "unshare",
    "setns",
    "keyctl",
    "add_key",
    "request_key",
    "bpf",
    "perf_event_open",
    "userfaultfd",
    "io_uring_setup",
    "io_uring_enter",
    "io_uring_register",
    "kexec_load",
    "kexec_file_load",
    "init_module",
    "finit_module",
    "delete_module",
    "create_module",
    "reboot",
    "swapon",
    "swapoff",
    "acct",
    "quotactl",
    "quotactl_fd",
    "syslog",
    "lookup_dcookie",
    "nfsservctl",
    "vhangup",
    "iopl",
    "ioperm",
    "modify_ldt",
    "uselib",
    "personality",
    "settimeofday",
    "clock_settime",
    "clock_settime64",
    "clock_adjtime",
    "adjtimex",
    "stime",
    "sethostname",
    "setdomainname",
    "open_by_handle_at",
    "name_to_handle_at",
    "fanotify_init",
    "move_pages",
    "migrate_pages",
    "mbind",
    "set_mempolicy",
};

constexpr const char* kAttributeCalls[] = {
    "chmod",        "fchmod",     "fchmodat",    "fchmodat2",        "chown",        "fchown",
    "lchown",       "fchownat",   "chown32",     "fchown32",         "lchown32",     "utime",
    "utimes",       "futimesat",  "utimensat",   "utimensat_time64", "setxattr",     "lsetxattr",
    "fsetxattr",    "setxattrat", "removexattr", "lremovexattr",     "fremovexattr", "removexattrat",
    "file_setattr",
};

class Filter {
 public:
  Filter() : context_(seccomp_init(SCMP_ACT_ALLOW)) {
    if (context_ != nullptr) seccomp_attr_set(context_, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_ERRNO(ENOSYS));
  }
  ~Filter() {
    if (context_ != nullptr) seccomp_release(context_);
  }
  Filter(const Filter&) = delete;
  Filter& operator=(const Filter&) = delete;

  // A name this libseccomp or this architecture does not have needs no rule: ENOSYS answers it, or the kernel
  // is older than the call.
  void add(std::uint32_t action, const char* name) { add(action, name, nullptr, 0); }
  void add(std::uint32_t action, const char* name, scmp_arg_cmp compare) { add(action, name, &compare, 1); }

  Result<BpfProgram> program() {
    if (context_ == nullptr || failed_) return error();
    const OwnedFd memory(memfd_create("filter", MFD_CLOEXEC));
    if (!memory.open() || seccomp_export_bpf(context_, memory.get()) != 0) return error();
    struct stat facts {};
    if (fstat(memory.get(), &facts) != 0) return error();
    BpfProgram program(static_cast<std::size_t>(facts.st_size) / sizeof(sock_filter));
    const auto size = static_cast<ssize_t>(program.size() * sizeof(sock_filter));
    if (pread(memory.get(), program.data(), static_cast<std::size_t>(size), 0) != size) return error();
    return program;
  }

 private:
  void add(std::uint32_t action, const char* name, const scmp_arg_cmp* compare, unsigned count) {
    if (context_ == nullptr) return;
    const int call = seccomp_syscall_resolve_name(name);
    if (call == __NR_SCMP_ERROR) return;
    const int code = seccomp_rule_add_array(context_, action, call, count, compare);
    if (code != 0 && code != -EDOM) failed_ = true;
  }
  static Error error() { return {ErrorCode::kInternal, "the system call filter could not be made"}; }

  scmp_filter_ctx context_;
  bool failed_ = false;
};

constexpr std::uint32_t kNo = SCMP_ACT_ERRNO(EPERM);

// libseccomp's own macros are compound literals, which C++ has not.
scmp_arg_cmp masked(unsigned argument, std::uint64_t mask, std::uint64_t value) {
  return {argument, SCMP_CMP_MASKED_EQ, mask, value};
}

}  // namespace

Result<BpfProgram> common_filter() {
  Filter filter;
  for (const char* name : kRefusedCalls) filter.add(kNo, name);
  filter.add(SCMP_ACT_ERRNO(ENOSYS), "clone3");
  // The flags of a new namespace, each alone: a masked comparison asks for equality.
  for (const int one : {CLONE_NEWUSER, CLONE_NEWNS, CLONE_NEWPID, CLONE_NEWNET, CLONE_NEWIPC, CLONE_NEWUTS,
                        CLONE_NEWCGROUP}) {
    const auto flag = static_cast<std::uint64_t>(one);
#if defined(__s390__) || defined(__s390x__)
    filter.add(kNo, "clone", masked(1, flag, flag));
#else
    filter.add(kNo, "clone", masked(0, flag, flag));
#endif
  }
  // Typing into the terminal of the person who scans. The kernel looks at 32 bits only.
  filter.add(kNo, "ioctl", masked(1, 0xffffffffu, TIOCSTI));
  filter.add(kNo, "ioctl", masked(1, 0xffffffffu, TIOCLINUX));
  return filter.program();
}

Result<BpfProgram> landlock_gap_filter(int abi) {
  Filter filter;
  for (const char* name : kAttributeCalls) filter.add(kNo, name);
  if (abi < 3) {
    filter.add(kNo, "truncate");
    filter.add(kNo, "truncate64");
    filter.add(SCMP_ACT_ERRNO(ENOSYS), "openat2");
    // Opening for reading may truncate as well.
    const std::uint64_t mask = O_TRUNC | O_ACCMODE;
    filter.add(kNo, "open", masked(1, mask, O_TRUNC));
    filter.add(kNo, "openat", masked(2, mask, O_TRUNC));
  }
  if (abi < 6) {
    for (const char* name : {"kill", "tkill", "rt_sigqueueinfo", "rt_tgsigqueueinfo", "pidfd_send_signal"})
      filter.add(kNo, name);
    // Threads of run-time systems signal each other with the others.
    for (const int signal : {SIGHUP, SIGINT, SIGQUIT, SIGABRT, SIGKILL, SIGTERM, SIGSTOP, SIGTSTP, SIGSEGV,
                             SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGSYS, SIGPIPE, SIGALRM, SIGXCPU, SIGXFSZ})
      filter.add(kNo, "tgkill", masked(2, 0xffffffffu, static_cast<std::uint64_t>(signal)));
  }
  return filter.program();
}

Result<BpfProgram> no_socket_filter(bool heard) {
  Filter filter;
  filter.add(heard ? SCMP_ACT_NOTIFY : SCMP_ACT_ERRNO(EACCES), "socket");
  return filter.program();
}

Result<BpfProgram> watch_network_filter() {
  Filter filter;
  for (const char* name : {"connect", "sendto", "sendmmsg"}) filter.add(SCMP_ACT_NOTIFY, name);
  return filter.program();
}

}  // namespace mcpjury
