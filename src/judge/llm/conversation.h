// One model asked about one tool: at most one wait that the server asked for, at most one second try after an
// answer that could not be read, all within a deadline. Runs in a fiber of the client's loop.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "judge/judgement.h"
#include "judge/llm/model_spec.h"
#include "judge/llm/prompt.h"
#include "judge/llm/wire.h"
#include "net/http.h"

namespace mcpjury {

// What one model's conversations share. Fibers of one loop take turns, so no lock.
struct ModelState {
  const ModelSpec* spec = nullptr;
  const ModelKey* key = nullptr;
  HttpClient* client = nullptr;
  Dialect dialect;
  int learned = 0;        // refusals the dialect was changed for
  int failed_in_row = 0;  // conversations that ended at the endpoint, not at the answer
  std::string gave_up;    // why no further tool is asked about; empty while it goes on
  std::size_t requests = 0, bytes_sent = 0;
  std::string answered_as;
  std::vector<std::string> notes;

  void note(std::string line);  // at most eight, none twice
};

struct ConversationLimits {
  TimePoint deadline;  // of this tool
  std::size_t answer_bytes = 256u << 10;
};

// After this many conversations in a row that the endpoint did not answer, the rest is not asked.
inline constexpr int kGiveUpAfter = 3;

// Requests one tool may take: one, one after a wait that was asked for, one after an answer that could not be
// read; and for a model, over all its tools, those after a refusal it was learned from.
inline constexpr int kMostRequests = 3;
inline constexpr int kMostLearned = 5;

// Seconds or an HTTP date (RFC 9110 10.2.3); negative when it is neither. Dates are read against `now_unix`.
std::int64_t retry_after_seconds(std::string_view value, std::int64_t now_unix);

Judgement converse(ModelState& state, std::string_view judged, const ConversationLimits& limits,
                   const RandomHex& random);

}  // namespace mcpjury
