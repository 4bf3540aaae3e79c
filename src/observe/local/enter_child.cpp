#include "observe/local/enter_child.h"

#include <fcntl.h>
#include <linux/capability.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>

#include "observe/local/landlock_rules.h"
#include "observe/local/rlimits.h"

namespace mcpjury {
namespace {

[[noreturn]] void fail(int report, int code) {
  [[maybe_unused]] const ssize_t told = write(report, &code, sizeof code);
  _exit(127);
}

// Root without any of root's powers: still owner of root's files, but it cannot pass over permissions. The
// bounding set keeps exec from giving them back.
bool drop_capabilities() {
  for (int one = 0; one < 64; ++one)
    if (prctl(PR_CAPBSET_READ, one) == 1 && prctl(PR_CAPBSET_DROP, one) != 0 && errno != EPERM) return false;
  prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  __user_cap_data_struct none[2] = {};
  return syscall(SYS_capset, &header, none) == 0;
}

bool enter(const BpfProgram& program, unsigned flags, int* listener) {
  sock_fprog loaded{static_cast<unsigned short>(program.size()), const_cast<sock_filter*>(program.data())};
  const long code = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &loaded);
  if (listener != nullptr) *listener = static_cast<int>(code);
  return code >= 0;
}

bool send_listener(int control, int listener) {
  KeeperMessage message{KeeperWord::kListener, 0};
  iovec part{&message, sizeof message};
  alignas(cmsghdr) char space[CMSG_SPACE(sizeof(int))] = {};
  msghdr head{};
  head.msg_iov = &part;
  head.msg_iovlen = 1;
  head.msg_control = space;
  head.msg_controllen = sizeof space;
  cmsghdr* extra = CMSG_FIRSTHDR(&head);
  extra->cmsg_level = SOL_SOCKET;
  extra->cmsg_type = SCM_RIGHTS;
  extra->cmsg_len = CMSG_LEN(sizeof(int));
  std::memcpy(CMSG_DATA(extra), &listener, sizeof(int));
  return sendmsg(control, &head, MSG_NOSIGNAL) >= 0;
}

void enter_filters(const PreparedChild& child) {
  const ChildSpec& spec = child.spec;
  for (const BpfProgram& program : spec.filters)
    if (!enter(program, 0, nullptr)) fail(child.report, errno);
  if (!spec.filter_heard.empty()) {
    int listener = -1;
    if (enter(spec.filter_heard, SECCOMP_FILTER_FLAG_NEW_LISTENER, &listener)) {
      if (!send_listener(child.control, listener)) fail(child.report, errno);
      close(listener);
      return;
    }
  }
  if (!spec.filter_unheard.empty() && !enter(spec.filter_unheard, 0, nullptr)) fail(child.report, errno);
}

}  // namespace

void enter_child(const PreparedChild& child) {
  const ChildSpec& spec = child.spec;
  const int report = child.report;
  setsid();
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (dup2(child.input, 0) < 0 || dup2(child.output, 1) < 0 || dup2(child.errors, 2) < 0) fail(report, errno);
  if (!spec.working_dir.empty() && chdir(spec.working_dir.c_str()) != 0) fail(report, errno);
  if (spec.limits) apply_limits();
  const bool confined = spec.landlock.open() || !spec.filters.empty() || !spec.filter_heard.empty();
  if (confined && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) fail(report, errno);
  if (spec.landlock.open() && !enter_landlock(spec.landlock.get())) fail(report, errno);
  if (spec.drop_capabilities && !drop_capabilities()) fail(report, errno);
  enter_filters(child);
  close_others(child.kept.data(), child.kept.size());
  for (const OwnedFd& file : spec.inherited) fcntl(file.get(), F_SETFD, 0);
  execve(child.argv[0], child.argv.data(), child.envp.data());
  fail(report, errno);
}

}  // namespace mcpjury
