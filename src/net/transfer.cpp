#include "net/transfer.h"

#include <algorithm>

#include "net/transfer_failure.h"

namespace mcpjury {
namespace {

constexpr std::size_t kBufferedAtMost = 256u << 10;
constexpr std::size_t kLeastFraming = 64u << 10;

}  // namespace

Transfer::Transfer(Loop& loop, CURL* easy, const HttpRequest& request, TransferSetup setup)
    : loop_(loop),
      easy_(easy),
      request_(request),
      setup_(std::move(setup)),
      changed_(loop),
      reader_(request.limits.header_bytes),
      chunks_(std::max(kLeastFraming, request.limits.body_bytes / 2)) {
  set_up_request();
  set_up_connection();
  if (request_.url.scheme == "https") set_up_tls();
  set_up_callbacks();
  loop_.on_done(easy_, [this](int code) { finished(static_cast<CURLcode>(code)); });
  added_ = curl_multi_add_handle(loop_.multi(), easy_) == CURLM_OK;
  if (!added_) fail(HttpFailure::kConnect, "the transfer did not start");
}

Transfer::~Transfer() {
  end();
  curl_slist_free_all(header_list_);
  curl_slist_free_all(resolve_list_);
}

void Transfer::end() {
  loop_.forget(easy_);
  if (added_) curl_multi_remove_handle(loop_.multi(), easy_);
  added_ = false;
  ended_ = true;
}

bool Transfer::wait_head(TimePoint deadline) {
  while (!reader_.done() && !ended_) {
    if (!changed_.wait_until(deadline)) return reader_.done() || ended_;
  }
  return true;
}

bool Transfer::wait_body(TimePoint deadline) {
  while (buffer_.empty() && !ended_) {
    if (!changed_.wait_until(deadline)) return !buffer_.empty() || ended_;
  }
  return true;
}

bool Transfer::wait_end(TimePoint deadline) {
  while (!ended_) {
    buffer_.clear();
    if (paused_) take();
    if (!changed_.wait_until(deadline)) return ended_;
  }
  return true;
}

std::string Transfer::take() {
  std::string bytes = std::move(buffer_);
  buffer_.clear();
  if (paused_ && !ended_) {
    paused_ = false;
    curl_easy_pause(easy_, CURLPAUSE_CONT);  // may call on_body at once
  }
  return bytes;
}

void Transfer::fail(HttpFailure failure, std::string detail) {
  if (head.failure == HttpFailure::kNone) {
    head.failure = failure;
    head.failure_detail = std::move(detail);
  }
  end();
}

void Transfer::fail_timed_out() {
  const auto fault = timed_out(tls_begun_, sent_, reader_.done());
  fail(fault.failure, fault.detail);
}

bool Transfer::body(std::string_view bytes) {
  std::string_view payload = bytes;
  if (reader_.chunked()) {
    plain_.clear();
    const auto state = chunks_.feed(bytes, plain_);
    if (state == ChunkDecoder::State::kBad || state == ChunkDecoder::State::kTooLarge) {
      const bool large = state == ChunkDecoder::State::kTooLarge;
      head.failure = large ? HttpFailure::kTooLarge : HttpFailure::kBadHttp;
      head.failure_detail = large ? "chunk framing" : "framing: chunked body";
    }
    payload = plain_;
  }
  if (!codings_) {
    codings_.emplace(codings_of(head),
                     ContentDecoder::Limits{request_.limits.body_bytes, request_.limits.ratio});
  }
  const auto fault = codings_->feed(payload, buffer_);
  if (fault != ContentDecoder::Fault::kNone && head.failure == HttpFailure::kNone) {
    const auto named = coding_failure(*codings_);
    head.failure = named.failure;
    head.failure_detail = named.detail;
  }
  changed_.raise();
  return head.failure == HttpFailure::kNone;
}

std::size_t Transfer::on_body(char* data, std::size_t size, std::size_t count, void* self) {
  auto& transfer = *static_cast<Transfer*>(self);
  if (transfer.head.failure != HttpFailure::kNone) return 0;
  if (transfer.buffer_.size() >= kBufferedAtMost) {
    transfer.paused_ = true;
    return CURL_WRITEFUNC_PAUSE;
  }
  return transfer.body(std::string_view(data, size * count)) ? size * count : 0;
}

std::size_t Transfer::on_header(char* data, std::size_t size, std::size_t count, void* self) {
  auto& transfer = *static_cast<Transfer*>(self);
  const bool was_done = transfer.reader_.done();
  const auto fault = transfer.reader_.line(std::string_view(data, size * count), transfer.head);
  if (fault) {
    transfer.head.failure = fault->failure;
    transfer.head.failure_detail = fault->detail;
    return 0;
  }
  if (!was_done && transfer.reader_.done()) transfer.changed_.raise();
  return size * count;
}

int Transfer::on_debug(CURL*, curl_infotype type, char*, std::size_t size, void* self) {
  if (type != CURLINFO_DATA_IN) return 0;
  auto& transfer = *static_cast<Transfer*>(self);
  transfer.received_ += size;
  const auto length = transfer.reader_.content_length();
  if (transfer.reader_.done() && length && transfer.received_ > *length &&
      transfer.head.failure == HttpFailure::kNone) {
    transfer.head.failure = HttpFailure::kBadHttp;
    transfer.head.failure_detail = "length: more bytes than announced";
  }
  return 0;
}

void Transfer::finished(CURLcode code) {
  const bool in_head = !reader_.done();
  if (head.failure == HttpFailure::kNone && code == CURLE_OPERATION_TIMEDOUT) {
    fail_timed_out();
  } else if (head.failure == HttpFailure::kNone && code != CURLE_OK) {
    const auto fault = failure_of(code, error_, in_head);
    fail(fault.failure, fault.detail);
    if (fault.failure == HttpFailure::kTls && !head.tls) {
      head.tls.emplace();
      head.tls->handshake_error = head.failure_detail;
    }
  } else if (head.failure == HttpFailure::kNone && in_head) {
    fail(HttpFailure::kClosedEarly, "before a whole head");
  } else if (head.failure == HttpFailure::kNone) {
    if (reader_.chunked() && received_ > 0 && chunks_.state() == ChunkDecoder::State::kMore) {
      fail(HttpFailure::kClosedEarly, "before the last chunk");
    } else if (codings_ && codings_->finish() != ContentDecoder::Fault::kNone) {
      const auto named = coding_failure(*codings_);
      fail(named.failure, named.detail);
    }
  }
  end();
  changed_.raise();
}

}  // namespace mcpjury
