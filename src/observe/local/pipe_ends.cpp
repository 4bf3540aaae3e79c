#include "observe/local/pipe_ends.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>

namespace mcpjury {
namespace {

bool take(int first, int second, std::array<OwnedFd, 2>& ends) {
  ends = {OwnedFd(first), OwnedFd(second)};
  for (OwnedFd& end : ends) {
    if (end.get() > 2) continue;
    end = OwnedFd(fcntl(end.get(), F_DUPFD_CLOEXEC, 3));
    if (!end.open()) return false;
  }
  return true;
}

}  // namespace

bool make_pipe(std::array<OwnedFd, 2>& ends) {
  int both[2];
  return pipe2(both, O_CLOEXEC) == 0 && take(both[0], both[1], ends);
}

bool make_sockets(std::array<OwnedFd, 2>& ends) {
  int both[2];
  return socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, both) == 0 && take(both[0], both[1], ends);
}

ssize_t write_quietly(int descriptor, std::string_view bytes) {
  sigset_t broken, before, pending;
  sigemptyset(&broken);
  sigaddset(&broken, SIGPIPE);
  sigpending(&pending);
  // One that was there already is not ours to take away.
  const bool had = sigismember(&pending, SIGPIPE) == 1;
  pthread_sigmask(SIG_BLOCK, &broken, &before);
  const ssize_t size = ::write(descriptor, bytes.data(), bytes.size());
  const int code = errno;
  if (size < 0 && code == EPIPE && !had) {
    const timespec now{0, 0};
    while (sigtimedwait(&broken, nullptr, &now) < 0 && errno == EINTR) {
    }
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  errno = code;
  return size;
}

std::optional<KeeperMessage> receive_message(int control, OwnedFd& extra) {
  KeeperMessage message{};
  iovec part{&message, sizeof message};
  alignas(cmsghdr) char space[CMSG_SPACE(sizeof(int))] = {};
  msghdr head{};
  head.msg_iov = &part;
  head.msg_iovlen = 1;
  head.msg_control = space;
  head.msg_controllen = sizeof space;
  const ssize_t size = recvmsg(control, &head, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
  if (size < 0) return std::nullopt;
  if (const cmsghdr* with = CMSG_FIRSTHDR(&head); with != nullptr && with->cmsg_type == SCM_RIGHTS) {
    int descriptor = -1;
    std::memcpy(&descriptor, CMSG_DATA(with), sizeof descriptor);
    extra = OwnedFd(descriptor);
  }
  if (size != static_cast<ssize_t>(sizeof message)) {
    errno = EPIPE;
    return std::nullopt;
  }
  return message;
}

}  // namespace mcpjury
