// libcurl inside the loop: it names descriptors and one moment, the loop tells it what happened. Its
// callbacks run here on the loop's stack and only raise signals.
#include <poll.h>

#include "net/loop_parts.h"

namespace mcpjury {
namespace {

struct CurlProcess {
  CurlProcess() { curl_global_init(CURL_GLOBAL_DEFAULT); }
};

short events_of(int what) {
  switch (what) {
    case CURL_POLL_IN:
      return POLLIN;
    case CURL_POLL_OUT:
      return POLLOUT;
    case CURL_POLL_INOUT:
      return POLLIN | POLLOUT;
    default:
      return 0;
  }
}

}  // namespace

void Loop::Parts::start_curl() {
  static const CurlProcess kOnce;
  multi = curl_multi_init();
  curl_alarm.fire = [this] { curl_action(CURL_SOCKET_TIMEOUT, 0); };
  using SocketCallback = int (*)(CURL*, curl_socket_t, int, void*, void*);
  using TimerCallback = int (*)(CURLM*, long, void*);
  const SocketCallback on_socket = [](CURL*, curl_socket_t socket, int what, void* self, void*) {
    auto* const parts = static_cast<Parts*>(self);
    parts->watch(socket, events_of(what), [parts, socket](short got) { parts->curl_action(socket, got); });
    return 0;
  };
  const TimerCallback on_timer = [](CURLM*, long milliseconds, void* self) {
    static_cast<Parts*>(self)->curl_timer(milliseconds);
    return 0;
  };
  curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, on_socket);
  curl_multi_setopt(multi, CURLMOPT_SOCKETDATA, this);
  curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, on_timer);
  curl_multi_setopt(multi, CURLMOPT_TIMERDATA, this);
}

void Loop::Parts::curl_timer(long milliseconds) {
  timers.remove(curl_alarm);
  if (milliseconds < 0) return;
  curl_alarm.when = now() + Milliseconds(milliseconds);
  timers.add(curl_alarm);
}

void Loop::Parts::curl_action(int descriptor, short ready_events) {
  int mask = 0;
  if (ready_events & POLLIN) mask |= CURL_CSELECT_IN;
  if (ready_events & POLLOUT) mask |= CURL_CSELECT_OUT;
  if (ready_events & (POLLERR | POLLHUP)) mask |= CURL_CSELECT_ERR;
  int running_transfers = 0;
  curl_multi_socket_action(multi, descriptor, mask, &running_transfers);
  curl_messages();
}

void Loop::Parts::curl_messages() {
  int left = 0;
  while (CURLMsg* message = curl_multi_info_read(multi, &left)) {
    if (message->msg != CURLMSG_DONE) continue;
    const auto found = transfers.find(message->easy_handle);
    if (found == transfers.end()) continue;
    const auto then = std::move(found->second);
    transfers.erase(found);
    then(static_cast<int>(message->data.result));
  }
}

}  // namespace mcpjury
