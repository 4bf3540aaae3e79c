// The catalogue compiler: reads catalog/, complains about everything that is wrong, writes the table
// that is linked into the program. Usage: catalogc CATALOG_FOLDER TABLE.cpp DATABASE FUNCTIONS.cpp
#include <cstdio>

#include "source.h"

int main(int argc, char** argv) {
  if (argc != 5) {
    std::fputs("usage: catalogc CATALOG_FOLDER TABLE.cpp DATABASE FUNCTIONS.cpp\n", stderr);
    return 2;
  }
  catalogc::Complaints complaints;
  const catalogc::CatalogSource source = catalogc::load_catalog(argv[1], complaints);
  if (complaints.empty()) catalogc::validate(source, complaints);
  if (complaints.empty()) catalogc::emit(source, argv[2], argv[3], argv[4], complaints);
  for (const std::string& complaint : complaints) std::fprintf(stderr, "%s\n", complaint.c_str());
  return complaints.empty() ? 0 : 1;
}
