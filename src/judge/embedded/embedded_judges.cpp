#include "judge/embedded/judges.h"
#include "judge/judge.h"

namespace mcpjury {

std::vector<std::unique_ptr<Judge>> embedded_judges_with(const TrainedTables& tables) {
  const auto desk = std::make_shared<ReadingDesk>();
  std::vector<std::unique_ptr<Judge>> judges;
  judges.push_back(make_character_judge(desk, tables));
  judges.push_back(make_sequence_judge(desk, tables));
  judges.push_back(make_concept_judge(desk, tables));
  judges.push_back(make_grammar_judge(desk, tables));
  judges.push_back(make_contract_judge(desk, tables));
  return judges;
}

std::vector<std::unique_ptr<Judge>> embedded_judges() { return embedded_judges_with(built_in_tables()); }

}  // namespace mcpjury
