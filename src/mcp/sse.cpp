#include "mcp/sse.h"

#include <algorithm>
#include <utility>

namespace mcpjury {
namespace {

constexpr std::string_view kMark = "\xEF\xBB\xBF";
// Longer ids and types are nobody's honest doing; they are kept out, the event itself is not.
constexpr std::size_t kMaxId = 4096;
constexpr std::size_t kMaxType = 256;

}  // namespace

void SseParser::feed(std::string_view bytes) {
  if (state_ != State::kGood) return;
  if (at_ == pending_.size()) {
    pending_.clear();
    at_ = 0;
  }
  pending_ += bytes;
}

std::optional<SseEvent> SseParser::next() {
  while (state_ == State::kGood && at_ < pending_.size()) {
    if (at_start_) {
      // The mark may arrive byte by byte. What turned out not to be one is the text of the first line.
      if (mark_.size() < kMark.size() && pending_[at_] == kMark[mark_.size()]) {
        mark_ += pending_[at_++];
        if (mark_.size() == kMark.size()) at_start_ = false;
        continue;
      }
      line_ = std::move(mark_);
      at_start_ = false;
    }
    if (after_cr_) {
      after_cr_ = false;
      if (pending_[at_] == '\n') {
        ++at_;
        continue;
      }
    }
    const std::size_t end = std::min(pending_.find_first_of("\r\n", at_), pending_.size());
    if (line_.size() + (end - at_) > line_limit_) {
      state_ = State::kLineTooLong;
      break;
    }
    line_.append(pending_, at_, end - at_);
    at_ = end;
    if (at_ == pending_.size()) break;
    after_cr_ = pending_[at_++] == '\r';
    const bool dispatched = take_line(line_);
    line_.clear();
    if (dispatched) return std::exchange(ready_, {});
  }
  if (at_ == pending_.size() || state_ != State::kGood) {
    pending_.clear();
    at_ = 0;
  }
  return std::nullopt;
}

bool SseParser::take_line(std::string_view line) {
  if (line.empty()) {
    const bool dispatch = has_data_ && !data_.empty();
    if (dispatch) {
      ready_.type = type_.empty() ? "message" : std::move(type_);
      ready_.data = std::move(data_);
      ready_.id = last_id_;
    }
    type_.clear();
    data_.clear();
    has_data_ = false;
    return dispatch;
  }
  const std::size_t colon = line.find(':');
  if (colon == 0) return false;
  const std::string_view name = line.substr(0, colon);
  std::string_view value = colon == std::string_view::npos ? std::string_view{} : line.substr(colon + 1);
  if (value.starts_with(' ')) value.remove_prefix(1);
  if (name == "data") {
    if (data_.size() + value.size() + 1 > event_limit_) {
      state_ = State::kEventTooLong;
      return false;
    }
    if (has_data_) data_ += '\n';
    data_ += value;
    has_data_ = true;
  } else if (name == "event") {
    type_ = value.substr(0, kMaxType);
  } else if (name == "id") {
    if (value.find('\0') == std::string_view::npos && value.size() <= kMaxId) last_id_ = value;
  } else if (name == "retry") {
    const bool digits = !value.empty() && value.size() <= 12 &&
                        std::all_of(value.begin(), value.end(), [](char c) { return c >= '0' && c <= '9'; });
    if (digits) {
      std::uint64_t number = 0;
      for (const char digit : value) number = number * 10 + static_cast<std::uint64_t>(digit - '0');
      retry_ = number;
    }
  }
  return false;
}

}  // namespace mcpjury
