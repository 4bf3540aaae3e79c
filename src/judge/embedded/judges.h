// The makers of the five embedded judges, one file each. Private to the embedded judges.
#pragma once

#include <memory>

#include "judge/embedded/reading.h"
#include "judge/embedded/tables.h"
#include "judge/judge.h"

namespace mcpjury {

using SharedDesk = std::shared_ptr<ReadingDesk>;

// Trained: characters of a sentence.
std::unique_ptr<Judge> make_character_judge(SharedDesk desk, const TrainedTables& tables);
// Trained: which words and meanings follow one another.
std::unique_ptr<Judge> make_sequence_judge(SharedDesk desk, const TrainedTables& tables);
// Trained: meanings and moods, whatever the language.
std::unique_ptr<Judge> make_concept_judge(SharedDesk desk, const TrainedTables& tables);
// Trained, and rules of hand: who is spoken to and in which mood.
std::unique_ptr<Judge> make_grammar_judge(SharedDesk desk, const TrainedTables& tables);
// Trained, and rules of hand: what the tool says against what its schema and annotations allow.
std::unique_ptr<Judge> make_contract_judge(SharedDesk desk, const TrainedTables& tables);

}  // namespace mcpjury
