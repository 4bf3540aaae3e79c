// Tables as a binary file for cross-validation and as C++ that the program is built with.
#pragma once

#include <array>
#include <string>

#include "judge/embedded/tables.h"
#include "judge_training/learn.h"

namespace mcpjury::training {

struct TableSet {
  LearnedTable characters, sequences, concepts, grammar, contract;
  TrainedTables view(std::string_view version) const;
};

void write_table_file(const TableSet& tables, const std::string& path);
TableSet read_table_file(const std::string& path);
void write_table_source(const TableSet& tables, const std::string& version, const std::string& path);

}  // namespace mcpjury::training
