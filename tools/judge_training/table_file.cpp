#include "judge_training/table_file.h"

#include <fstream>

namespace mcpjury::training {
namespace {

TrainedTable seen(const LearnedTable& table) { return {table.weights, table.bias, table.scale}; }

void write_array(std::ofstream& out, const char* name, const LearnedTable& table) {
  constexpr std::size_t kWidth = 110;
  out << "constexpr std::int8_t k" << name << "Weights[kFeatureBuckets] = {\n";
  std::string line;
  for (const std::int8_t weight : table.weights) {
    const std::string number = std::to_string(static_cast<int>(weight)) + ",";
    if (line.size() + number.size() > kWidth) {
      out << line << '\n';
      line.clear();
    }
    line += number;
  }
  out << line << "\n};\nconstexpr std::int32_t k" << name << "Bias = " << table.bias << ", k" << name
      << "Scale = " << table.scale << ";\n";
}

}  // namespace

TrainedTables TableSet::view(std::string_view version) const {
  return {version, seen(characters), seen(sequences), seen(concepts), seen(grammar), seen(contract)};
}

void write_table_file(const TableSet& tables, const std::string& path) {
  std::ofstream out(path, std::ios::binary);
  for (const LearnedTable* table :
       {&tables.characters, &tables.sequences, &tables.concepts, &tables.grammar, &tables.contract}) {
    out << table->bias << ' ' << table->scale << '\n';
    out.write(reinterpret_cast<const char*>(table->weights.data()),
              static_cast<std::streamsize>(table->weights.size()));
  }
}

TableSet read_table_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  TableSet tables;
  for (LearnedTable* table :
       {&tables.characters, &tables.sequences, &tables.concepts, &tables.grammar, &tables.contract}) {
    in >> table->bias >> table->scale;
    in.get();
    table->weights.resize(kFeatureBuckets);
    in.read(reinterpret_cast<char*>(table->weights.data()),
            static_cast<std::streamsize>(table->weights.size()));
  }
  return tables;
}

void write_table_source(const TableSet& tables, const std::string& version, const std::string& path) {
  std::ofstream out(path);
  out << "// Made by tools/judge_training (make train-judges); do not edit.\n"
      << "constexpr std::string_view kTablesVersion = \"" << version << "\";\n";
  write_array(out, "Character", tables.characters);
  write_array(out, "Sequence", tables.sequences);
  write_array(out, "Concept", tables.concepts);
  write_array(out, "Grammar", tables.grammar);
  write_array(out, "Contract", tables.contract);
}

}  // namespace mcpjury::training
