// The weights the program is built with. tables_data.inc is written by make train-judges.
#include "judge/embedded/tables.h"

namespace mcpjury {
namespace {

#include "judge/embedded/tables_data.inc"

}  // namespace

const TrainedTables& built_in_tables() {
  static const TrainedTables kTables = {kTablesVersion,
                                        {kCharacterWeights, kCharacterBias, kCharacterScale},
                                        {kSequenceWeights, kSequenceBias, kSequenceScale},
                                        {kConceptWeights, kConceptBias, kConceptScale},
                                        {kGrammarWeights, kGrammarBias, kGrammarScale},
                                        {kContractWeights, kContractBias, kContractScale}};
  return kTables;
}

}  // namespace mcpjury
