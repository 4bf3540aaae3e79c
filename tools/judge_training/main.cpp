// judge_trainer learn ROWS FILE            learns the tables from labelled rows
// judge_trainer source FILE VERSION INC    writes them as the source the program is built with
// judge_trainer judge ROWS [FILE]          the five judges on each row, with the tables of FILE or the
// built-in ones:
//                                          {"id", "vectors": [[four], …], "margins": [seven]} a line
#include <boost/json/serialize.hpp>
#include <iostream>
#include <string>

#include "judge/embedded/signs.h"
#include "judge_training/table_file.h"

namespace mcpjury::training {
namespace {

int learn(const std::string& rows_path, const std::string& out) {
  const auto rows = read_rows(rows_path);
  TableSet tables;
  const LearnManner manner;
  tables.characters = learn_by_gradient(bags_of(rows, character_features), manner);
  tables.sequences = learn_by_gradient(bags_of(rows, sequence_features), manner);
  tables.concepts = learn_by_gradient(bags_of(rows, concept_features), manner);
  tables.grammar = learn_by_gradient(bags_of(rows, grammar_features), manner);
  tables.contract = learn_by_gradient(bags_of(rows, contract_features), manner);
  write_table_file(tables, out);
  return 0;
}

int judge(const std::string& rows_path, const TrainedTables& tables) {
  auto judges = embedded_judges_with(tables);
  ReadingDesk desk;
  FeatureList features;
  for (const LabelledRow& row : read_rows(rows_path)) {
    JsonObject out;
    out["id"] = row.id;
    JudgedUnit unit;
    unit.tool = row.tool.if_object();
    if (unit.tool != nullptr) unit.tool_name = find_string(*unit.tool, "name");
    JsonArray vectors, reasons;
    for (const auto& one : judges) {
      const Judgement judgement = one->judge(unit);
      JsonArray four;
      for (const RubricAnswer& answer : judgement.answers) four.emplace_back(answer.vector);
      vectors.emplace_back(std::move(four));
      reasons.emplace_back(judgement.answers[0].reason);
    }
    out["vectors"] = std::move(vectors);
    out["reasons"] = std::move(reasons);
    JsonArray margins;
    const auto worst = [&](const TrainedTable& table, FeatureMaker make) {
      std::int32_t most = -100'000;
      const ToolReading& reading = desk.read(unit);
      for (const ReadSentence* sentence : reading.sentences) {
        make(*sentence, reading, features);
        most = std::max(most, margin_of(table, features) - (sentence->marks.guessed ? 1'500 : 0));
      }
      margins.emplace_back(most);
    };
    worst(tables.characters, character_features);
    worst(tables.sequences, sequence_features);
    worst(tables.concepts, concept_features);
    worst(tables.grammar, grammar_features);
    worst(tables.contract, contract_features);
    for (const auto points_of : {grammar_points, contract_points}) {
      int most = 0;
      const ToolReading& reading = desk.read(unit);
      for (const ReadSentence* sentence : reading.sentences)
        most = std::max(most, points_of(*sentence, reading).sum);
      margins.emplace_back(most);
    }
    out["margins"] = std::move(margins);
    std::cout << boost::json::serialize(Json(std::move(out))) << '\n';
  }
  return 0;
}

int run(const std::vector<std::string>& words) {
  if (words.size() == 3 && words[0] == "learn") return learn(words[1], words[2]);
  if (words.size() == 4 && words[0] == "source") {
    write_table_source(read_table_file(words[1]), words[2], words[3]);
    return 0;
  }
  if (words.size() == 2 && words[0] == "judge") return judge(words[1], built_in_tables());
  if (words.size() == 3 && words[0] == "judge") {
    const TableSet tables = read_table_file(words[2]);
    return judge(words[1], tables.view("file"));
  }
  std::cerr << "judge_trainer learn ROWS FILE | source FILE VERSION INC | judge ROWS [FILE]\n";
  return 2;
}

}  // namespace
}  // namespace mcpjury::training

int main(int argc, char** argv) {
  return mcpjury::training::run(std::vector<std::string>(argv + 1, argv + argc));
}
