#include "report/weights.h"

#include "base/canonical_json.h"
#include "base/sha256.h"

namespace mcpjury {
namespace {

// Families in the order in which their first engine stands. A rule without weight is no engine.
JsonArray families_json(const Methodology& ampel) {
  JsonArray families;
  for (const MethodologyRule& engine : ampel.rules) {
    if (engine.weight <= 0) continue;
    JsonObject* family = nullptr;
    for (Json& known : families) {
      if (view(known.as_object()["id"].as_string()) == engine.category) family = &known.as_object();
    }
    if (family == nullptr) {
      families.push_back(JsonObject{{"id", engine.category}, {"weight_bp", 0}, {"engines", JsonArray()}});
      family = &families.back().as_object();
    }
    (*family)["weight_bp"] = (*family)["weight_bp"].as_int64() + engine.weight;
    (*family)["engines"].as_array().push_back(boost::json::string(engine.id));
  }
  return families;
}

}  // namespace

JsonObject weights_json(const Methodology& ampel) {
  JsonArray engines;
  for (const MethodologyRule& engine : ampel.rules) {
    if (engine.weight <= 0) continue;
    engines.push_back(JsonObject{{"id", engine.id},
                                 {"family", engine.category},
                                 {"weight_bp", engine.weight},
                                 {"normalizer", engine.normaliser}});
  }
  JsonObject body{
      {"method", ampel.id},
      {"version", ampel.version},
      {"released", ampel.released},
      {"split", "ours: the source publishes the weight of each family and how many engines it has"},
      {"engines", std::move(engines)},
      {"families", families_json(ampel)}};
  body["sha256"] = sha256_hex(canonical_json(body));
  return body;
}

}  // namespace mcpjury
