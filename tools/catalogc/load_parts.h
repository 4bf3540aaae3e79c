// The loaders of single files, used by load_catalog().
#pragma once

#include <yaml-cpp/yaml.h>

#include "source.h"
#include "yaml_reader.h"

namespace catalogc {

std::vector<CitationSource> read_citations(MapReader& reader);
void load_signals(const std::string& file, const YAML::Node& document, CatalogSource& source,
                  Complaints& complaints);
void load_detector(const std::string& file, const YAML::Node& document, CatalogSource& source,
                   Complaints& complaints);
void load_methodology(const std::string& file, const YAML::Node& document, CatalogSource& source,
                      Complaints& complaints);

// `name` is that of the list: malicious-packages, indicators, popular-packages.
void load_package_list(const std::string& name, const std::string& file, const YAML::Node& document,
                       CatalogSource& source, Complaints& complaints);

}  // namespace catalogc
