// Labelled tools, one JSON object a line: {"id", "group", "label": 0 or 1, "weight", "tool"}. For the
// trainer.
#pragma once

#include <string>
#include <vector>

#include "base/json.h"
#include "judge/embedded/features.h"

namespace mcpjury::training {

struct LabelledRow {
  std::string id;
  bool attack = false;
  double weight = 1;
  Json tool;
};

// Ends the program with a message when a line cannot be read.
std::vector<LabelledRow> read_rows(const std::string& path);

// The sentences of a row as the judges see them.
struct Bag {
  bool attack = false;
  double weight = 1;
  std::vector<FeatureList> sentences;
};
using FeatureMaker = void (*)(const ReadSentence&, const ToolReading&, FeatureList&);
std::vector<Bag> bags_of(const std::vector<LabelledRow>& rows, FeatureMaker make);

}  // namespace mcpjury::training
