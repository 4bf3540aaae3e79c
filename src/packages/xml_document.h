// Private to packages: the part of XML that a pom.xml needs, read into a tree.
//
// Elements, text, CDATA, comments, processing instructions and the five built-in entities with character
// references. A DOCTYPE is refused, so nothing can be declared, fetched or multiplied. Attributes are read
// over. At most 64 levels and 500,000 elements; linear.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "packages/inventory_builder.h"

namespace mcpjury {

struct XmlElement {
  std::string name;  // without a prefix
  std::string text;  // of this element only, trimmed
  std::uint32_t line = 0;
  std::vector<XmlElement> children;

  const XmlElement* child(std::string_view child_name) const;  // the first one
  std::string_view child_text(std::string_view child_name) const;
};

Result<XmlElement> read_xml(const InventorySource& source);

}  // namespace mcpjury
