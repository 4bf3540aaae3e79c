#include "judge/llm/model_spec.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/ascii.h"
#include "base/escape.h"
#include "net/address_policy.h"

namespace mcpjury {
namespace {

struct KnownProvider {
  std::string_view name;
  ModelFamily family;
  std::string_view base;  // each provider's documented default
};
constexpr std::array kProviders = {
    KnownProvider{"openai", ModelFamily::kOpenAi, "https://api.openai.com/v1"},
    KnownProvider{"anthropic", ModelFamily::kAnthropic, "https://api.anthropic.com"},
    KnownProvider{"ollama", ModelFamily::kOpenAi, "http://127.0.0.1:11434/v1"},
    KnownProvider{"llamacpp", ModelFamily::kOpenAi, "http://127.0.0.1:8080/v1"},
    KnownProvider{"vllm", ModelFamily::kOpenAi, "http://127.0.0.1:8000/v1"},
};

Error spec_fault(std::string_view text, const std::string& reason) {
  return {ErrorCode::kUsage, fmt::format("judge {}: {}", escape_terminal(clip(text, 120)), reason)};
}

// Model names hold ":" (tags), "/" (organisations) and "@" (dates of some clouds), never blanks or quotes.
bool is_model_name(std::string_view name) {
  return !name.empty() && name.size() <= 200 && std::all_of(name.begin(), name.end(), [](char c) {
    return ascii::is_alnum(c) || std::string_view("-._:/@+").find(c) != std::string_view::npos;
  });
}

// The last "@http://" or "@https://": a model's name may hold an "@" itself.
std::size_t find_address(std::string_view text) {
  return std::max(text.rfind("@http://") + 1, text.rfind("@https://") + 1);  // npos + 1 is 0
}

std::string endpoint_of(ModelFamily family, std::string base) {
  while (base.ends_with('/')) base.pop_back();
  if (family == ModelFamily::kOpenAi) {
    return base.ends_with("/chat/completions") ? base : base + "/chat/completions";
  }
  if (base.ends_with("/messages")) return base;
  return base + (base.ends_with("/v1") ? "/messages" : "/v1/messages");
}

bool is_metadata(const Url& url) {
  const auto refused = AddressPolicy().check(url);
  if (refused && refused->why == Refusal::kMetadata) return true;
  const auto literal = url.is_ipv4 || url.is_ipv6 ? parse_ip(url.host) : std::nullopt;
  return literal && address_class(*literal) == "metadata";
}

// What a header may carry; no provider's key holds anything else.
bool is_key(std::string_view value) {
  return !value.empty() && value.size() < 1000 &&
         std::all_of(value.begin(), value.end(), [](char c) { return c > 0x20 && c < 0x7F; });
}

bool is_variable_name(std::string_view name) {
  return !name.empty() && name.size() <= 128 && !ascii::is_digit(name.front()) &&
         std::all_of(name.begin(), name.end(), [](char c) { return ascii::is_alnum(c) || c == '_'; });
}

Result<ModelKey> key_from(const std::string& variable, const Environment& environment) {
  if (!is_variable_name(variable)) {
    // Not echoed: whoever mistakes the option may have written the key itself.
    return Error{
        ErrorCode::kUsage,
        "--judge-key-env wants the name of an environment variable, or HOST=NAME; a key never stands on the "
        "command line"};
  }
  auto value = environment(variable);
  if (!value || value->empty()) {
    return Error{ErrorCode::kUsage, fmt::format("the key of a judge: {} is not set", variable)};
  }
  if (!is_key(*value)) {
    return Error{ErrorCode::kUsage, fmt::format("the key of a judge: {} holds no key", variable)};
  }
  return ModelKey(variable, std::move(*value));
}

std::optional<std::uint64_t> micro_amount(std::string_view text) {
  const std::size_t dot = std::min(text.find('.'), text.size());
  const std::string_view whole = text.substr(0, dot);
  std::string_view part = dot < text.size() ? text.substr(dot + 1) : std::string_view();
  if (whole.empty() || whole.size() > 6 || part.size() > 6 || (dot < text.size() && part.empty())) return {};
  std::uint64_t value = 0;
  for (const char c : std::string(whole) + std::string(part)) {
    if (!ascii::is_digit(c)) return {};
    value = value * 10 + static_cast<std::uint64_t>(c - '0');
  }
  for (std::size_t i = part.size(); i < 6; ++i) value *= 10;
  return value;
}

}  // namespace

std::string ModelSpec::id() const { return fmt::format("{}:{}@{}", provider, model, endpoint.authority()); }

Result<ModelSpec> parse_model_spec(std::string_view text) {
  if (text.size() > kMaxModelSpec) return spec_fault(text, "too long");
  const std::size_t colon = std::min(text.find(':'), text.size());
  const auto provider = std::find_if(kProviders.begin(), kProviders.end(), [&](const KnownProvider& each) {
    return each.name == text.substr(0, colon);
  });
  if (provider == kProviders.end()) {
    return spec_fault(text,
                      "want PROVIDER:MODEL[@URL] with one of openai, anthropic, ollama, llamacpp, vllm");
  }
  ModelSpec spec;
  spec.provider = std::string(provider->name);
  spec.family = provider->family;
  const std::string_view rest = text.substr(std::min(colon + 1, text.size()));
  const std::size_t at = find_address(rest);
  spec.model = std::string(rest.substr(0, at == 0 ? rest.size() : at - 1));
  // An address of another kind would else become part of the name.
  if (spec.model.find("://") != std::string::npos)
    return spec_fault(text, "the address is no http or https URL");
  if (!is_model_name(spec.model)) return spec_fault(text, "no name of a model after the colon");
  spec.own_endpoint = at == 0;
  const std::string base(at == 0 ? provider->base : rest.substr(at));
  const auto given = parse_url(base);
  if (!given) return spec_fault(text, given.error().message);
  if (given->has_userinfo || given->has_query || given->has_fragment) {
    return spec_fault(
        text, "an address with credentials, a query or a fragment; a key is named by --judge-key-env");
  }
  auto url = parse_url(endpoint_of(spec.family, base));
  if (!url) return spec_fault(text, url.error().message);
  spec.endpoint = std::move(*url);
  if (is_metadata(spec.endpoint)) return spec_fault(text, "that is a cloud metadata address");
  if (spec.id().size() > 200) return spec_fault(text, "too long");
  spec.private_host = !private_host_reason(spec.endpoint).empty();
  // Everyone on the way would read the judged text and the key.
  if (spec.endpoint.scheme == "http" && !spec.private_host) {
    return spec_fault(text, "https only, except on loopback and private addresses");
  }
  return spec;
}

ModelKey& ModelKey::operator=(ModelKey&& other) noexcept {
  if (this == &other) return *this;
  wipe();
  variable_ = std::move(other.variable_);
  value_ = std::move(other.value_);
  other.wipe();
  return *this;
}

void ModelKey::wipe() {
  value_.resize(value_.capacity());  // a moved-from short string keeps its bytes behind its end
  // Through volatile, so that the writes are not taken for useless.
  volatile char* bytes = value_.data();
  for (std::size_t i = 0; i < value_.size(); ++i) bytes[i] = 0;
  value_.clear();
}

Result<std::vector<ModelKey>> model_keys(const std::vector<ModelSpec>& specs,
                                         const std::vector<std::string>& named,
                                         const Environment& environment) {
  std::vector<std::string> variables(specs.size());
  for (const std::string& entry : named) {
    const std::size_t equals = entry.rfind('=');
    const std::string variable = equals == std::string::npos ? entry : entry.substr(equals + 1);
    const std::string host = equals == std::string::npos ? "" : ascii::lowered(entry.substr(0, equals));
    if (auto fine = key_from(variable, environment); !fine) return fine.error();
    std::vector<std::string> origins;
    bool used = false;
    for (std::size_t i = 0; i < specs.size(); ++i) {
      const Url& url = specs[i].endpoint;
      if (!host.empty() && host != url.host && host != url.authority()) continue;
      used = true;
      origins.push_back(url.origin());
      variables[i] = variable;
    }
    if (!used) {
      return Error{ErrorCode::kUsage,
                   fmt::format("--judge-key-env: no judge lives on {}", escape_terminal(clip(host, 100)))};
    }
    // One key for several hosts would hand each of them the key of the others.
    if (host.empty() && std::any_of(origins.begin(), origins.end(),
                                    [&](const std::string& each) { return each != origins.front(); })) {
      return Error{ErrorCode::kUsage,
                   fmt::format("--judge-key-env {}: the judges live on several hosts; say HOST={}", variable,
                               variable)};
    }
  }
  std::vector<ModelKey> keys(specs.size());
  for (std::size_t i = 0; i < specs.size(); ++i) {
    if (variables[i].empty() && specs[i].own_endpoint) {
      if (specs[i].provider == "openai") variables[i] = "OPENAI_API_KEY";
      if (specs[i].provider == "anthropic") variables[i] = "ANTHROPIC_API_KEY";
    }
    if (variables[i].empty()) continue;
    auto key = key_from(variables[i], environment);
    if (!key) return key.error();
    keys[i] = std::move(*key);
  }
  return keys;
}

Result<ModelPrices> parse_model_prices(std::string_view text) {
  const std::size_t comma = std::min(text.find(','), text.size());
  const auto in = micro_amount(text.substr(0, comma));
  const auto out = comma < text.size() ? micro_amount(text.substr(comma + 1)) : std::nullopt;
  if (!in || !out) {
    return Error{ErrorCode::kUsage,
                 fmt::format("--judge-price {}: want IN,OUT for a million tokens, as 0.15,0.60",
                             escape_terminal(clip(text, 40)))};
  }
  return ModelPrices{*in, *out};
}

std::string model_cost(const ModelPrices& prices, std::uint64_t tokens_in, std::uint64_t tokens_out) {
  static constexpr std::uint64_t kMost =
      1'000'000'000;  // tokens; keeps the product within 64 bits with prices below 10^12
  const auto micro = [](std::uint64_t price, std::uint64_t tokens) {
    // price * tokens / 10^6, in two steps so that nothing overflows.
    const std::uint64_t count = std::min(tokens, kMost);
    return price / 1'000'000 * count + (price % 1'000'000 * count + 999'999) / 1'000'000;
  };
  const std::uint64_t total = micro(prices.in_micro, tokens_in) + micro(prices.out_micro, tokens_out);
  const std::uint64_t shown = (total + 99) / 100;
  return fmt::format("{}.{:04}", shown / 10'000, shown % 10'000);
}

}  // namespace mcpjury
