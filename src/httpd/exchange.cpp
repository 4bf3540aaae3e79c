#include "httpd/exchange.h"

#include <utility>

namespace mcpjury {

void Handover::wake_up(std::unique_lock<std::mutex>& lock) {
  const bool call = asleep_ && !closed_;
  asleep_ = false;
  lock.unlock();
  if (call) wake_();
}

bool Handover::answer(HttpdResponse response) {
  std::unique_lock lock(mutex_);
  if (answered_ || closed_) return false;
  answered_ = true;
  whole_ = std::move(response);
  wake_up(lock);
  return true;
}

bool Handover::begin_stream(HttpdResponse head) {
  std::unique_lock lock(mutex_);
  if (answered_ || closed_) return false;
  answered_ = true;
  head_ = std::move(head);
  wake_up(lock);
  return true;
}

bool Handover::push(std::string piece) {
  std::unique_lock lock(mutex_);
  if (closed_ || ended_) return false;
  // One piece of any size may wait; behind it no more than the bound.
  if (!pending_.empty() && pending_.size() + piece.size() > stream_bytes_) {
    closed_ = ended_ = true;
    pending_.clear();
    const bool call = asleep_;
    asleep_ = false;
    lock.unlock();
    if (call) wake_();
    return false;
  }
  if (pending_.empty()) {
    pending_ = std::move(piece);
  } else {
    pending_ += piece;
  }
  wake_up(lock);
  return true;
}

void Handover::finish() {
  std::unique_lock lock(mutex_);
  if (ended_) return;
  ended_ = true;
  wake_up(lock);
}

bool Handover::open() const {
  const std::lock_guard lock(mutex_);
  return !closed_ && !ended_;
}

void Handover::let_go() {
  std::unique_lock lock(mutex_);
  if (answered_) return;
  answered_ = abandoned_ = true;
  wake_up(lock);
}

Handover::Ready Handover::take() {
  const std::lock_guard lock(mutex_);
  Ready ready;
  ready.abandoned = abandoned_;
  ready.whole.swap(whole_);
  ready.head.swap(head_);
  return ready;
}

Handover::Pieces Handover::take_pieces() {
  const std::lock_guard lock(mutex_);
  Pieces pieces{std::move(pending_), ended_, closed_};
  pending_.clear();
  return pieces;
}

bool Handover::waiting() {
  const std::lock_guard lock(mutex_);
  const bool something = whole_ || head_ || abandoned_ || closed_ || !pending_.empty() || ended_;
  asleep_ = !something;
  return asleep_;
}

void Handover::close() {
  const std::lock_guard lock(mutex_);
  closed_ = true;
  pending_.clear();
}

namespace {

class OwnedStream final : public HttpdStream {
 public:
  explicit OwnedStream(std::shared_ptr<Handover> handover) : handover_(std::move(handover)) {}
  ~OwnedStream() override { handover_->finish(); }
  bool write(std::string piece) override { return piece.empty() || handover_->push(std::move(piece)); }
  bool open() const override { return handover_->open(); }
  void end() override { handover_->finish(); }

 private:
  std::shared_ptr<Handover> handover_;
};

class OwnedExchange final : public HttpdExchange {
 public:
  explicit OwnedExchange(std::shared_ptr<Handover> handover) : handover_(std::move(handover)) {}
  ~OwnedExchange() override { handover_->let_go(); }
  const HttpdRequest& request() const override { return handover_->request(); }
  void answer(HttpdResponse response) override { handover_->answer(std::move(response)); }
  std::shared_ptr<HttpdStream> stream(HttpdResponse head) override {
    if (!handover_->begin_stream(std::move(head))) handover_->finish();
    return std::make_shared<OwnedStream>(handover_);
  }

 private:
  std::shared_ptr<Handover> handover_;
};

}  // namespace

std::shared_ptr<HttpdExchange> make_exchange(std::shared_ptr<Handover> handover) {
  return std::make_shared<OwnedExchange>(std::move(handover));
}

}  // namespace mcpjury
