// Language models as judges: each named model is asked about each tool once, several at a time, and whatever
// goes wrong becomes an abstention with its reason. Nothing here fails a scan.
//
// Before the first request the user is told what goes where. Texts are cleaned of secrets, private paths and
// internal names first (private_text.h); an answer is read by the rubric's schema and nothing else; an answer
// that holds the fence or the canary is voided. Redirects are not followed, proxies not used, chains of
// certificates verified.
//
// One ModelPanel belongs to one thread; run() has a loop of its own and returns when every question is
// settled. At most `concurrency` requests are open at once; the order of results is that of judges and units,
// whatever came first.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "judge/judgement.h"
#include "judge/llm/judged_text.h"
#include "judge/llm/model_spec.h"
#include "judge/llm/prompt.h"
#include "net/http.h"

namespace mcpjury {

// How long the judges of MCPBundles' second layer have, all tools together.
inline constexpr Milliseconds kLayerTwoTime{25'000};

struct ModelJudgeOptions {
  bool offline = false;              // any model is then refused
  std::vector<std::string> key_env;  // "NAME" or "HOST=NAME"
  std::optional<ModelPrices> prices;
  Milliseconds unit_time{60'000};  // one tool with one model: waits and the second try included
  Milliseconds whole_time{0};      // all of them; 0: no end of its own
  Milliseconds layer_two_time = kLayerTwoTime;
  std::size_t concurrency = 4;
  std::size_t max_tools = 1000;           // the rest is not asked about: somebody pays for each
  std::size_t answer_bytes = 256u << 10;  // of one HTTP body
  std::string target;  // URL of the scanned server; its host is kept back when it is private
  // Gets each line for the user before the first request.
  std::function<void(const std::string&)> tell;
  // While run() works, a caller's signal handler may stop it: called with the loop at the start, with null at
  // the end.
  std::function<void(Loop*)> running;
  // Seams: chance, environment, the client for one model on a loop.
  RandomHex random = system_random_hex;
  Environment environment;  // empty: the process's own
  std::function<std::unique_ptr<HttpClient>(Loop&, const ModelSpec&)> connect;
  JudgedTextLimits text_limits;
};

struct ModelTally {
  std::size_t requests = 0, bytes_sent = 0;  // bytes of bodies
  std::uint64_t tokens_in = 0, tokens_out = 0;
  std::string cost;                // "0.0124" in the currency of the prices; empty without prices
  std::string answered_as;         // the model as the server names it
  std::vector<std::string> notes;  // one line each, escaped: "temperature is not taken by this model"
};

struct LayerTwo {
  bool used = false;
  std::string why_not;  // the first abstention's reason, or "timeout" when all answered but not within 25 s
};

struct ModelRun {
  std::vector<std::vector<Judgement>> judgements;  // [judge][unit]
  std::vector<ModelTally> tallies;                 // [judge]
  std::vector<LayerTwo> layer_two;                 // [judge]
};

class ModelPanel {
 public:
  // kUsage with the reason: offline, a spec that is none, the same model twice, a key that is not there.
  // Reads the keys; sends nothing.
  static Result<std::unique_ptr<ModelPanel>> open(const std::vector<std::string>& specs,
                                                  ModelJudgeOptions options);
  ~ModelPanel();

  const std::vector<JudgeIdentity>& identities() const { return identities_; }
  ModelRun run(std::span<const JudgedUnit> units);

 private:
  ModelPanel() = default;

  std::vector<ModelSpec> specs_;
  std::vector<ModelKey> keys_;
  std::vector<JudgeIdentity> identities_;
  ModelJudgeOptions options_;
};

}  // namespace mcpjury
