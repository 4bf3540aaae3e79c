// A jury hears every tool of a server and its answers enter the evidence, before anything is detected.
//
// Five seats: language models that the user named take theirs first, embedded judges fill the rest in their
// fixed order. No judge sees another or a finding. Embedded judges give the same bytes for the same evidence;
// language models are asked by their own panel, which sees to concurrency, limits and failure. Nothing here
// fails a scan: who does not answer abstains with a reason.
//
// A Jury belongs to one thread.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/limits.h"
#include "base/result.h"
#include "judge/judge.h"
#include "model/evidence.h"

namespace mcpjury {

class ModelPanel;

// What the user says of language models. Keys come from environment variables only.
struct JuryOptions {
  std::vector<std::string> models;   // "openai:MODEL@URL", "ollama:MODEL"
  std::vector<std::string> key_env;  // "NAME" or "HOST=NAME"
  std::string prices;                // "IN,OUT" a million tokens; empty: no cost is told
  double unit_seconds = 0;           // one tool with one model; 0: 60
  int concurrency = 0;               // 0: 4
  bool offline = false;
  std::string target;                                 // its host is kept back when it is private
  std::function<void(const std::string&)> tell = {};  // gets what is sent where, before the first request
};

inline constexpr std::size_t kJurySeats = 5;
inline constexpr std::size_t kMostModels = 9;

struct Jury {
  Jury();
  Jury(Jury&&) noexcept;
  Jury& operator=(Jury&&) noexcept;
  ~Jury();

  std::vector<std::unique_ptr<Judge>> embedded;
  std::unique_ptr<ModelPanel> models;  // null: none was named
};

// The five embedded ones.
Jury embedded_jury();
// kUsage for a model that cannot be asked: --offline, a name that is none, a key that is not there, too many.
Result<Jury> make_jury(const JuryOptions& options);

// Fills the judges facet, whatever stood there. Members of the definition are put in order first, as judge()
// does, so that a record of the same server gets the same answers.
void deliberate(Evidence& evidence, Jury& jury, const Limits& limits);

}  // namespace mcpjury
