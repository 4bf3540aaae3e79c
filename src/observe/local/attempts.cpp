#include "observe/local/attempts.h"

#include <arpa/inet.h>
#include <linux/seccomp.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace mcpjury {
namespace {

bool read_memory(int process, std::uint64_t place, void* to, std::size_t size) {
  if (place == 0 || size == 0) return false;
  iovec local{to, size};
  iovec remote{reinterpret_cast<void*>(place), size};  // NOLINT(performance-no-int-to-ptr)
  return process_vm_readv(process, &local, 1, &remote, 1, 0) == static_cast<ssize_t>(size);
}

std::string family_name(int family) {
  switch (family) {
    case AF_INET:
      return "inet";
    case AF_INET6:
      return "inet6";
    case AF_UNIX:
      return "unix";
    case AF_NETLINK:
      return "netlink";
    case AF_PACKET:
      return "packet";
    default:
      return "family-" + std::to_string(family);
  }
}

bool is_loopback(const in6_addr& address) {
  static constexpr unsigned char kMapped[13] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 127};
  return IN6_IS_ADDR_LOOPBACK(&address) || IN6_IS_ADDR_UNSPECIFIED(&address) ||
         std::memcmp(&address, kMapped, sizeof kMapped) == 0;
}

}  // namespace

// The kernel's structures may be longer than those of the headers; it says by how much.
AttemptWatch::AttemptWatch(OwnedFd listener, bool apart) : listener_(std::move(listener)), apart_(apart) {
  seccomp_notif_sizes sizes{};
  if (syscall(SYS_seccomp, SECCOMP_GET_NOTIF_SIZES, 0, &sizes) != 0) sizes = {};
  asked_.resize(std::max<std::size_t>(sizes.seccomp_notif, sizeof(seccomp_notif)) / 8 + 1);
  reply_.resize(std::max<std::size_t>(sizes.seccomp_notif_resp, sizeof(seccomp_notif_resp)) / 8 + 1);
}

bool AttemptWatch::serve() {
  for (int i = 0; i < 64; ++i) {
    pollfd waiting{listener_.get(), POLLIN, 0};
    if (poll(&waiting, 1, 0) <= 0) return true;
    if ((waiting.revents & POLLIN) == 0) return false;
    std::fill(asked_.begin(), asked_.end(), 0);
    std::fill(reply_.begin(), reply_.end(), 0);
    // Gone before it was read: the next one, if any, is found by the next poll.
    if (ioctl(listener_.get(), SECCOMP_IOCTL_NOTIF_RECV, asked_.data()) != 0) {
      if (errno == ENOENT || errno == EINTR) continue;
      return false;
    }
    const auto& asked = *reinterpret_cast<const seccomp_notif*>(asked_.data());
    auto& reply = *reinterpret_cast<seccomp_notif_resp*>(reply_.data());
    reply.id = asked.id;
    const int code = answer(asked);
    reply.error = -code;
    reply.flags = code == 0 ? SECCOMP_USER_NOTIF_FLAG_CONTINUE : 0;
    // The caller may be gone; then there is nobody to answer.
    ioctl(listener_.get(), SECCOMP_IOCTL_NOTIF_SEND, reply_.data());
  }
  return true;
}

int AttemptWatch::answer(const seccomp_notif& asked) {
  const auto process = static_cast<int>(asked.pid);
  const auto& args = asked.data.args;
  switch (asked.data.nr) {
    case SYS_socket: {
      const auto family = static_cast<int>(args[0]);
      // The C library opens Unix and netlink sockets by itself, to ask a name service that is not there.
      if (family != AF_UNIX && family != AF_NETLINK) note({"socket", family_name(family), {}, 0, {}});
      return EACCES;
    }
    case SYS_connect:
      return judge_address(process, args[1], args[2], "connect");
    case SYS_sendto:
      look_for_question(process, args[1], args[2]);
      return args[4] == 0 ? 0 : judge_address(process, args[4], args[5], "send");
    case SYS_sendmmsg: {
      const std::uint64_t count = std::min<std::uint64_t>(args[2], 2);
      int code = 0;
      for (std::uint64_t i = 0; i < count; ++i) {
        mmsghdr one{};
        iovec part{};
        if (!read_memory(process, args[1] + i * sizeof one, &one, sizeof one)) break;
        if (read_memory(process, reinterpret_cast<std::uint64_t>(one.msg_hdr.msg_iov), &part, sizeof part))
          look_for_question(process, reinterpret_cast<std::uint64_t>(part.iov_base), part.iov_len);
        if (one.msg_hdr.msg_name != nullptr && code == 0)
          code = judge_address(process, reinterpret_cast<std::uint64_t>(one.msg_hdr.msg_name),
                               one.msg_hdr.msg_namelen, "send");
      }
      return code;
    }
    default:
      return apart_ ? 0 : EACCES;
  }
}

int AttemptWatch::judge_address(int process, std::uint64_t place, std::uint64_t size, const char* call) {
  sockaddr_storage address{};
  const auto length = static_cast<std::size_t>(std::min<std::uint64_t>(size, sizeof address));
  // Without a namespace of its own the child has no socket to connect, but the answer must not depend on it.
  const int pass = apart_ ? 0 : EACCES;
  if (length < sizeof(sa_family_t) || !read_memory(process, place, &address, length)) return pass;
  char text[INET6_ADDRSTRLEN] = "";
  if (address.ss_family == AF_INET) {
    const auto* v4 = reinterpret_cast<const sockaddr_in*>(&address);
    const std::uint32_t number = ntohl(v4->sin_addr.s_addr);
    if (number >> 24 == 127 || number == 0) return pass;
    inet_ntop(AF_INET, &v4->sin_addr, text, sizeof text);
    note({call, "inet", text, ntohs(v4->sin_port), {}});
    return ENETUNREACH;
  }
  if (address.ss_family == AF_INET6) {
    const auto* v6 = reinterpret_cast<const sockaddr_in6*>(&address);
    if (is_loopback(v6->sin6_addr)) return pass;
    inet_ntop(AF_INET6, &v6->sin6_addr, text, sizeof text);
    note({call, "inet6", text, ntohs(v6->sin6_port), {}});
    return ENETUNREACH;
  }
  if (address.ss_family == AF_UNIX) {
    const auto* local = reinterpret_cast<const sockaddr_un*>(&address);
    const std::string path(local->sun_path, strnlen(local->sun_path, sizeof local->sun_path));
    // The C library asks for this one at every look-up of a name or a user.
    if (!path.empty() && path.find("/nscd/") == std::string::npos) note({call, "unix", path, 0, {}});
  }
  return pass;
}

void AttemptWatch::look_for_question(int process, std::uint64_t place, std::uint64_t size) {
  char bytes[512];
  if (size < 17 || size > sizeof bytes) return;
  if (!read_memory(process, place, bytes, static_cast<std::size_t>(size))) return;
  if (auto name = dns_question({bytes, static_cast<std::size_t>(size)}))
    note({"dns", {}, {}, 0, std::move(*name)});
}

void AttemptWatch::note(Attempt attempt) {
  if (std::find(attempts_.begin(), attempts_.end(), attempt) != attempts_.end()) return;
  if (attempts_.size() == kMaxAttempts) {
    truncated_ = true;
    return;
  }
  attempts_.push_back(std::move(attempt));
}

std::optional<std::string> dns_question(std::string_view bytes) {
  const auto at = [&](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
  if (bytes.size() < 17) return std::nullopt;
  // A standard query with one question, no answers, no authorities, at most one additional record (EDNS).
  if ((at(2) & 0xf8) != 0 || at(4) != 0 || at(5) != 1 || at(6) != 0 || at(7) != 0 || at(8) != 0 ||
      at(9) != 0 || at(10) != 0 || at(11) > 1)
    return std::nullopt;
  std::string name;
  std::size_t i = 12;
  while (i < bytes.size() && at(i) != 0) {
    const std::size_t length = at(i++);
    if (length > 63 || i + length >= bytes.size() || name.size() + length > 253) return std::nullopt;
    if (!name.empty()) name += '.';
    for (const char c : bytes.substr(i, length)) {
      const bool fine =
          (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
      if (!fine) return std::nullopt;
      name += c;
    }
    i += length;
  }
  // The final zero, a type, and the class IN.
  if (name.empty() || i + 5 > bytes.size() || at(i + 3) != 0 || at(i + 4) != 1) return std::nullopt;
  return name;
}

}  // namespace mcpjury
