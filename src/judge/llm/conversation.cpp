#include "judge/llm/conversation.h"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>

#include "base/ascii.h"
#include "base/escape.h"
#include "base/sha256.h"
#include "judge/rubric.h"

namespace mcpjury {
namespace {

// How one request ended.
struct Attempt {
  std::string fault;  // empty: `judgement` answers
  enum class Next { kEnd, kTryAgain, kWait, kLearned } next = Next::kEnd;
  bool endpoint = false;  // the endpoint failed, not the answer
  bool for_good = false;  // and will fail for every other tool too
  std::int64_t wait_seconds = 0;
  Judgement judgement;
};

Attempt transport_fault(const HttpResponse& response) {
  Attempt out;
  out.endpoint = true;
  switch (response.failure) {
    case HttpFailure::kConnectTimeout:
    case HttpFailure::kTlsTimeout:
    case HttpFailure::kDnsTimeout:
    case HttpFailure::kTimeout:
    case HttpFailure::kStopped:
      out.fault = "timeout";
      break;
    case HttpFailure::kTls:
      out.fault = "tls";
      out.for_good = true;
      break;
    case HttpFailure::kRefused:
      out.fault = "refused_address";
      out.for_good = true;
      break;
    case HttpFailure::kTooLarge:
    case HttpFailure::kHeadersTooLarge:
    case HttpFailure::kRatio:
      out.fault = "too_large_answer";
      out.endpoint = false;
      break;
    case HttpFailure::kClosedEarly:
    case HttpFailure::kBadEncoding:
      out.fault = "truncated";
      out.next = Attempt::Next::kTryAgain;
      break;
    case HttpFailure::kBadHttp:
      out.fault = "invalid_answer";
      out.next = Attempt::Next::kTryAgain;
      break;
    default:
      out.fault = "unreachable";
  }
  return out;
}

// A tool too large for the model's context says nothing of the next one.
bool is_about_the_tool(int status) { return status == 413; }

// 429 of a spent budget carries no Retry-After and is not waited for.
Attempt status_fault(ModelState& state, const HttpResponse& response) {
  Attempt out;
  const int status = response.status;
  out.endpoint = !is_about_the_tool(status);
  out.fault = fmt::format("http_{}", status);
  if (status >= 300 && status < 400) {
    out.fault = "redirect";
    out.for_good = true;
    return out;
  }
  if (status == 400 || status == 422) {
    std::string left_out;
    if (state.learned < kMostLearned && learn(state.dialect, state.spec->family, response.body, left_out)) {
      ++state.learned;
      state.note(fmt::format("this model does not take {}: left out", left_out));
      out.next = Attempt::Next::kLearned;
    }
    return out;
  }
  if (status == 401 || status == 402 || status == 403 || status == 404 || status == 405) {
    out.for_good = true;
    return out;
  }
  if (status == 429 || status >= 500) {
    const std::string_view header = response.header("retry-after");
    const std::int64_t wait = retry_after_seconds(header, static_cast<std::int64_t>(std::time(nullptr)));
    if (wait >= 0) {
      out.next = Attempt::Next::kWait;
      out.wait_seconds = wait;
    } else if (status != 429) {
      out.next = Attempt::Next::kTryAgain;
    }
  }
  return out;
}

Attempt read_attempt(ModelState& state, const Prompt& prompt, const HttpResponse& response) {
  Attempt out;
  WireAnswer wire = read_wire_answer(state.spec->family, response.body);
  if (!wire.model.empty()) state.answered_as = wire.model;
  Judgement judgement;
  std::string fault = wire.fault;
  if (fault.empty() && gives_away(wire.text, prompt)) {
    fault = "canary";
  } else if (fault.empty()) {
    auto read = read_answer(answer_object(wire.text));
    if (read) {
      judgement = std::move(*read);
      judgement.answered = true;
    } else {
      fault = "invalid_answer";
    }
  }
  if (!wire.text.empty()) judgement.answer_sha256 = sha256_hex(wire.text);
  judgement.tokens_in = wire.tokens_in;
  judgement.tokens_out = wire.tokens_out;
  out.judgement = std::move(judgement);
  // A refusal and a voided answer are answers; asking again would be asking for another one.
  if (fault == "invalid_answer" || fault == "html" || fault == "truncated")
    out.next = Attempt::Next::kTryAgain;
  out.fault = std::move(fault);
  return out;
}

Attempt ask(ModelState& state, std::string_view judged, bool again, const ConversationLimits& limits,
            const RandomHex& random) {
  const Prompt prompt = make_prompt(judged, again, random);
  HttpRequest request;
  request.method = "POST";
  request.url = state.spec->endpoint;
  request.headers = request_headers(*state.spec, *state.key);
  request.body = request_body(*state.spec, prompt, state.dialect);
  request.purpose = Purpose::kJudge;
  request.label = "judge";
  // The judged text is no one else's business either: no unverified chain, whether or not there is a key.
  request.carries_secret = true;
  request.follow_redirects = false;
  request.limits.total = std::chrono::duration_cast<Milliseconds>(limits.deadline - Loop::now());
  request.limits.body_bytes = limits.answer_bytes;
  request.limits.redirects = 0;
  ++state.requests;
  state.bytes_sent += request.body.size();
  const HttpResponse response = state.client->send(std::move(request));
  if (response.failure != HttpFailure::kNone) return transport_fault(response);
  if (response.status != 200) return status_fault(state, response);
  return read_attempt(state, prompt, response);
}

void remember(ModelState& state, const Attempt& last) {
  if (!last.endpoint) {
    state.failed_in_row = 0;
    return;
  }
  ++state.failed_in_row;
  if (!state.gave_up.empty() || (!last.for_good && state.failed_in_row < kGiveUpAfter)) return;
  state.gave_up = last.fault;
  state.note(last.for_good ? fmt::format("gave up after {}", last.fault)
                           : fmt::format("gave up after {} tools without an answer, the last: {}",
                                         kGiveUpAfter, last.fault));
}

}  // namespace

void ModelState::note(std::string line) {
  line = escape_terminal(clip(line, 200));
  if (notes.size() < 8 && std::find(notes.begin(), notes.end(), line) == notes.end())
    notes.push_back(std::move(line));
}

std::int64_t retry_after_seconds(std::string_view value, std::int64_t now_unix) {
  value = ascii::trimmed(value);
  if (value.empty() || value.size() > 40) return -1;
  if (std::all_of(value.begin(), value.end(), ascii::is_digit)) {
    return value.size() > 9 ? 999'999'999 : std::stoll(std::string(value));
  }
  std::tm parts{};
  const char* end = ::strptime(std::string(value).c_str(), "%a, %d %b %Y %H:%M:%S GMT", &parts);
  if (end == nullptr) return -1;
  return std::max<std::int64_t>(0, static_cast<std::int64_t>(::timegm(&parts)) - now_unix);
}

Judgement converse(ModelState& state, std::string_view judged, const ConversationLimits& limits,
                   const RandomHex& random) {
  bool again = false, waited = false;
  std::uint64_t tokens_in = 0, tokens_out = 0;
  Attempt last;
  for (;;) {
    if (Loop::now() >= limits.deadline || state.client->loop().stopped()) {
      // The first fault says more than the time it used up.
      if (last.fault.empty()) last.fault = "timeout";
      break;
    }
    last = ask(state, judged, again, limits, random);
    tokens_in += last.judgement.tokens_in;
    tokens_out += last.judgement.tokens_out;
    if (last.fault.empty()) break;
    if (last.next == Attempt::Next::kLearned) continue;  // bounded by kMostLearned
    if (last.next == Attempt::Next::kTryAgain && !again) {
      again = true;
      continue;
    }
    if (last.next == Attempt::Next::kWait && !waited) {
      const TimePoint when = Loop::now() + std::chrono::seconds(last.wait_seconds);
      if (when >= limits.deadline) break;
      waited = true;
      state.client->loop().sleep_until(when);
      continue;
    }
    break;
  }
  remember(state, last);
  Judgement out = std::move(last.judgement);
  out.answered = last.fault.empty();
  if (!out.answered) {
    out.answers = {};
    out.why_not = last.fault;
  }
  out.tokens_in = tokens_in;
  out.tokens_out = tokens_out;
  return out;
}

}  // namespace mcpjury
