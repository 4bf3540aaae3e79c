#include "judge_training/rows.h"

#include <cstdlib>
#include <fstream>
#include <iostream>

namespace mcpjury::training {

std::vector<LabelledRow> read_rows(const std::string& path) {
  std::ifstream in(path);
  std::vector<LabelledRow> rows;
  std::string line;
  while (std::getline(in, line)) {
    auto parsed = parse_json(line, path, {.max_depth = 128, .note_duplicate_keys = false, .storage = {}});
    if (!parsed || !parsed->value.is_object()) {
      std::cerr << path << ": line " << rows.size() + 1 << " cannot be read\n";
      std::exit(2);
    }
    const JsonObject& object = parsed->value.get_object();
    LabelledRow row;
    row.id = find_string(object, "id");
    const Json* label = find(object, "label");
    row.attack = label != nullptr && label->is_int64() && label->get_int64() == 1;
    const Json* weight = find(object, "weight");
    row.weight = weight != nullptr && weight->is_number() ? weight->to_number<double>() : 1.0;
    if (const Json* tool = find(object, "tool")) row.tool = *tool;
    rows.push_back(std::move(row));
  }
  return rows;
}

std::vector<Bag> bags_of(const std::vector<LabelledRow>& rows, FeatureMaker make) {
  std::vector<Bag> bags;
  ReadingDesk desk;
  FeatureList features;
  for (const LabelledRow& row : rows) {
    if (!row.tool.is_object()) continue;
    JudgedUnit unit;
    unit.tool = &row.tool.get_object();
    unit.tool_name = find_string(*unit.tool, "name");
    Bag bag;
    bag.attack = row.attack;
    bag.weight = row.weight;
    const ToolReading& reading = desk.read(unit);
    for (const ReadSentence* sentence : reading.sentences) {
      // Guesses of undone disguises are nonsense in honest texts and would teach nothing.
      if (sentence->marks.guessed && !row.attack) continue;
      make(*sentence, reading, features);
      if (!features.empty()) bag.sentences.push_back(features);
    }
    if (!bag.sentences.empty()) bags.push_back(std::move(bag));
  }
  return bags;
}

}  // namespace mcpjury::training
