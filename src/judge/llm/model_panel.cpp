#include "judge/llm/model_panel.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <deque>

#include "base/ascii.h"
#include "base/escape.h"
#include "judge/llm/announce.h"
#include "judge/llm/conversation.h"
#include "net/guarded_client.h"

namespace mcpjury {
namespace {

std::optional<std::string> process_variable(const std::string& name) {
  const char* value = std::getenv(name.c_str());
  return value != nullptr ? std::optional<std::string>(value) : std::nullopt;
}

void add_private_host(const std::string& address, PrivateWords& words) {
  const auto url = parse_url(address);
  if (!url || private_host_reason(*url).empty()) return;
  // Everyone has these.
  if (url->host == "localhost" || url->host == "127.0.0.1" || url->host == "::1") return;
  if (std::find(words.hosts.begin(), words.hosts.end(), url->host) == words.hosts.end())
    words.hosts.push_back(url->host);
}

PrivateWords private_words(const ModelJudgeOptions& options, const std::vector<ModelKey>& keys,
                           std::span<const JudgedUnit> units) {
  PrivateWords words;
  words.home = options.environment("HOME").value_or("");
  while (words.home.size() > 1 && words.home.ends_with('/')) words.home.pop_back();
  if (words.home == "/root" || words.home == "/") words.home.clear();  // says nothing of anyone
  words.user = options.environment("USER").value_or(options.environment("LOGNAME").value_or(""));
  char machine[256] = {};
  if (::gethostname(machine, sizeof machine - 1) == 0) {
    const std::string name = ascii::lowered(machine);
    // A name of letters alone may be a word of the text.
    if (name.size() >= 4 && name.find_first_of("-.0123456789") != std::string::npos)
      words.hosts.push_back(name);
  }
  add_private_host(options.target, words);
  for (const JudgedUnit& unit : units) {
    if (unit.host == units.front().host && &unit != &units.front()) continue;
    add_private_host("http://" + std::string(unit.host), words);
  }
  for (const ModelKey& key : keys) {
    if (!key.empty()) words.values.emplace_back(key.reveal());
  }
  return words;
}

// A client of its own for each model: connections are never shared between policies.
class GuardedModelClient : public HttpClient {
 public:
  GuardedModelClient(Loop& loop, const ModelSpec& spec, std::shared_ptr<TrustStore> trust)
      : resolver_(make_ares_resolver(loop)),
        trust_(std::move(trust)),
        client_(loop, *resolver_, *trust_, log_, guarded(spec)) {}

  std::unique_ptr<HttpStream> open(HttpRequest request) override { return client_.open(std::move(request)); }
  Loop& loop() override { return client_.loop(); }

 private:
  static GuardedClientOptions guarded(const ModelSpec& spec) {
    GuardedClientOptions options;
    // The user named this host, so it may be a private one; a provider's own name may not lead to one.
    if (!spec.own_endpoint || spec.private_host) options.policy = AddressPolicy({spec.endpoint.host});
    options.offer_old_tls = false;
    options.user_agent = "mcpjury";
    return options;
  }

  std::unique_ptr<Resolver> resolver_;
  std::shared_ptr<TrustStore> trust_;
  RequestLog log_;
  GuardedClient client_;
};

struct Question {
  std::size_t judge = 0, unit = 0;
};

Judgement abstention(std::string why) {
  Judgement out;
  out.why_not = std::move(why);
  return out;
}

LayerTwo layer_two_of(const std::vector<Judgement>& judgements, const std::vector<Milliseconds>& took,
                      Milliseconds limit) {
  for (std::size_t i = 0; i < judgements.size(); ++i) {
    if (!judgements[i].answered) return {false, judgements[i].why_not};
  }
  for (const Milliseconds each : took) {
    if (each > limit) return {false, "timeout"};
  }
  return {true, ""};
}

// The tools of one run, cleaned once for all models.
struct Prepared {
  std::vector<std::string> texts;
  std::vector<std::string> faults;  // why a tool is not asked about; empty: it is
};

Prepared prepare(std::span<const JudgedUnit> units, const ModelJudgeOptions& options,
                 const PrivateWords& words) {
  Prepared out;
  for (std::size_t i = 0; i < units.size(); ++i) {
    auto text = i < options.max_tools ? judged_text(units[i], words, options.text_limits)
                                      : Result<std::string>(Error{ErrorCode::kLimit, ""});
    out.faults.push_back(text ? "" : i < options.max_tools ? "too_large" : "limit");
    out.texts.push_back(text ? std::move(*text) : "");
  }
  return out;
}

}  // namespace

ModelPanel::~ModelPanel() = default;

Result<std::unique_ptr<ModelPanel>> ModelPanel::open(const std::vector<std::string>& specs,
                                                     ModelJudgeOptions options) {
  if (!specs.empty() && options.offline) {
    return Error{ErrorCode::kUsage,
                 fmt::format("--offline forbids language models as judges ({}); the embedded judges "
                             "need no network",
                             escape_terminal(clip(specs.front(), 100)))};
  }
  if (!options.environment) options.environment = process_variable;
  if (!options.connect) {
    options.connect = [trust = std::shared_ptr<TrustStore>()](
                          Loop& loop, const ModelSpec& spec) mutable -> std::unique_ptr<HttpClient> {
      if (trust == nullptr) trust = std::make_shared<TrustStore>();
      return std::make_unique<GuardedModelClient>(loop, spec, trust);
    };
  }
  options.concurrency = std::clamp<std::size_t>(options.concurrency, 1, 64);
  std::unique_ptr<ModelPanel> panel(new ModelPanel);
  for (const std::string& text : specs) {
    auto spec = parse_model_spec(text);
    if (!spec) return spec.error();
    JudgeIdentity identity;
    identity.id = spec->id();
    // The same opinion twice would be two votes for it.
    for (const JudgeIdentity& other : panel->identities_) {
      if (other.id == identity.id)
        return Error{ErrorCode::kUsage, fmt::format("judge {} is named twice", identity.id)};
    }
    identity.kind = JudgeKind::kModel;
    identity.model = spec->model;
    identity.provider = spec->provider;
    identity.prompt_sha256 = prompt_sha256();
    panel->identities_.push_back(std::move(identity));
    panel->specs_.push_back(std::move(*spec));
  }
  auto keys = model_keys(panel->specs_, options.key_env, options.environment);
  if (!keys) return keys.error();
  panel->keys_ = std::move(*keys);
  panel->options_ = std::move(options);
  return panel;
}

ModelRun ModelPanel::run(std::span<const JudgedUnit> units) {
  ModelRun run;
  const std::size_t judges = specs_.size();
  run.judgements.assign(judges, std::vector<Judgement>(units.size()));
  run.tallies.resize(judges);
  std::vector<std::vector<Milliseconds>> took(judges,
                                              std::vector<Milliseconds>(units.size(), Milliseconds(0)));

  PrivateWords words = private_words(options_, keys_, units);
  Prepared prepared = prepare(units, options_, words);
  std::deque<Question> left;
  // Tool by tool, so that a run that is cut short has whole panels for the first ones.
  for (std::size_t unit = 0; unit < units.size(); ++unit) {
    for (std::size_t judge = 0; judge < judges; ++judge) {
      if (prepared.faults[unit].empty()) {
        left.push_back({judge, unit});
      } else {
        run.judgements[judge][unit] = abstention(prepared.faults[unit]);
      }
    }
  }
  for (std::string& value : words.values) std::fill(value.begin(), value.end(), '\0');
  if (!left.empty() && options_.tell) {
    for (const std::string& line : announcement(specs_, keys_, prepared.texts, options_)) options_.tell(line);
  }

  Loop loop;
  if (options_.running) options_.running(&loop);
  std::vector<std::unique_ptr<HttpClient>> clients;
  std::vector<ModelState> states(judges);
  const TimePoint start = Loop::now();
  const TimePoint end = options_.whole_time.count() > 0 ? start + options_.whole_time : TimePoint::max();
  const auto settle = [&](const Question& question) {
    Judgement& out = run.judgements[question.judge][question.unit];
    ModelState& state = states[question.judge];
    if (Loop::now() >= end || loop.stopped()) {
      out = abstention("no_time");
    } else if (!state.gave_up.empty()) {
      out = abstention("gave_up");
    } else {
      const ConversationLimits limits{std::min(Loop::now() + options_.unit_time, end), options_.answer_bytes};
      out = converse(state, prepared.texts[question.unit], limits, options_.random);
    }
    took[question.judge][question.unit] = std::chrono::duration_cast<Milliseconds>(Loop::now() - start);
  };
  const std::size_t workers = std::min(options_.concurrency, left.size());
  std::size_t working = workers;
  if (workers > 0)
    loop.spawn([&] {
      // Clients live and die inside the loop.
      for (std::size_t judge = 0; judge < judges; ++judge) {
        clients.push_back(options_.connect(loop, specs_[judge]));
        ModelState& state = states[judge];
        state.spec = &specs_[judge];
        state.key = &keys_[judge];
        state.client = clients.back().get();
        state.dialect = first_dialect(specs_[judge]);
      }
      for (std::size_t i = 0; i < workers; ++i) {
        loop.spawn([&] {
          while (!left.empty()) {
            const Question next = left.front();
            left.pop_front();
            settle(next);
          }
          if (--working == 0) clients.clear();
        });
      }
    });
  loop.run();
  if (options_.running) options_.running(nullptr);

  for (std::size_t judge = 0; judge < judges; ++judge) {
    ModelTally& tally = run.tallies[judge];
    tally.requests = states[judge].requests;
    tally.bytes_sent = states[judge].bytes_sent;
    tally.answered_as = states[judge].answered_as;
    tally.notes = states[judge].notes;
    for (const Judgement& each : run.judgements[judge]) {
      tally.tokens_in += each.tokens_in;
      tally.tokens_out += each.tokens_out;
    }
    if (options_.prices) tally.cost = model_cost(*options_.prices, tally.tokens_in, tally.tokens_out);
    run.layer_two.push_back(layer_two_of(run.judgements[judge], took[judge], options_.layer_two_time));
  }
  return run;
}

}  // namespace mcpjury
