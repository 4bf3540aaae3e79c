#include <algorithm>

#include "base/escape.h"
#include "net/client_parts.h"

namespace mcpjury {

GuardedStream::GuardedStream(std::shared_ptr<GuardedClient::Parts> client, HttpRequest request,
                             TimePoint deadline)
    : client_(std::move(client)), request_(std::move(request)), deadline_(deadline), begin_(Loop::now()) {
  RequestLog::Entry entry;
  entry.purpose = std::string(name_of(request_.purpose));
  entry.method = request_.method;
  entry.url = shown_url(request_.url);
  entry.label = escape_terminal(clip(request_.label, 100));
  entry_ = client_->log.begin(std::move(entry));
}

GuardedStream::~GuardedStream() { close(); }

void GuardedStream::start() {
  std::vector<IpAddress> addresses;
  if (auto refused = client_->vet(request_, deadline_, addresses)) {
    head_ = std::move(*refused);
    head_.final_url = request_.url;
    close();
    return;
  }
  TransferSetup setup;
  setup.vetted = addresses;
  setup.share = client_->share;
  if (request_.url.scheme == "https") setup.trust = client_->trust.x509_store();
  setup.user_agent = client_->options.user_agent;
  setup.offer_old_tls = client_->options.offer_old_tls;
  setup.deadline = deadline_;
  setup.sockets = &client_->sockets;
  easy_ = client_->take_handle();
  transfer_ = std::make_unique<Transfer>(client_->loop, easy_, request_, setup);
  bool woken = transfer_->wait_head(deadline_);
  if (transfer_->stale()) {
    transfer_.reset();
    client_->give_back(easy_);
    easy_ = client_->take_handle();
    setup.fresh = true;
    transfer_ = std::make_unique<Transfer>(client_->loop, easy_, request_, std::move(setup));
    woken = transfer_->wait_head(deadline_);
  }
  if (!woken) time_out();
  for (const auto& each : addresses) head_.addresses.push_back(to_string(each));
  head_.final_url = request_.url;
  learn();
}

void GuardedStream::time_out() {
  if (client_->ended()) {
    transfer_->fail(HttpFailure::kStopped, "the scan ended");
  } else {
    transfer_->fail_timed_out();
  }
}

// The transfer goes on filling its head until it ends; ours is the one that callers hold.
void GuardedStream::learn() {
  if (!transfer_) return;
  HttpHead& from = transfer_->head;
  if (head_.status == 0) {
    head_.status = from.status;
    head_.http_version = from.http_version;
    head_.headers = from.headers;
    head_.dialled = from.dialled;
    head_.tls = from.tls;
  }
  if (head_.failure == HttpFailure::kNone && from.failure != HttpFailure::kNone) {
    head_.failure = from.failure;
    head_.failure_detail = from.failure_detail;
    head_.refusal = from.refusal;
  }
  received_ = transfer_->received();
  if (transfer_->ended()) {
    rest_ += transfer_->take();
    whole_ = transfer_->whole();
    close();
  }
}

std::string GuardedStream::read(TimePoint deadline) {
  if (!rest_.empty()) return std::exchange(rest_, {});
  if (!transfer_) return {};
  const bool woken = transfer_->wait_body(std::min(deadline, deadline_));
  if (!woken && (client_->ended() || Loop::now() >= deadline_)) time_out();
  std::string bytes = transfer_->take();
  learn();
  // The end and its last bytes may have come together.
  return bytes.empty() ? std::exchange(rest_, {}) : bytes;
}

bool GuardedStream::at_end() const { return whole_ && rest_.empty() && head_.failure == HttpFailure::kNone; }

void GuardedStream::drain(TimePoint deadline) {
  if (transfer_) transfer_->wait_end(deadline);
  learn();
  rest_.clear();
  // What is wrong with the body of a redirect does not matter: its head has been used.
  if (head_.failure != HttpFailure::kNone && head_.status != 0) {
    head_.failure = HttpFailure::kNone;
    head_.failure_detail.clear();
  }
  close();
}

void GuardedStream::fail(HttpFailure failure, std::string detail) {
  head_.failure = failure;
  head_.failure_detail = std::move(detail);
  if (transfer_) received_ = transfer_->received();
  close();
}

void GuardedStream::close() {
  if (transfer_) {
    received_ = transfer_->received();
    transfer_.reset();
    client_->give_back(easy_);
    easy_ = nullptr;
  }
  auto& entry = client_->log.at(entry_);
  entry.status = head_.status;
  entry.bytes = received_;
  if (entry.duration_ms == 0) {
    entry.duration_ms = std::chrono::duration_cast<Milliseconds>(Loop::now() - begin_).count();
  }
  entry.failure = std::string(name_of(head_.failure));
  entry.detail = head_.failure_detail;
}

}  // namespace mcpjury
