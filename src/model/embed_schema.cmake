# Writes the file IN as a C++ string into OUT.
file(READ "${IN}" text)
file(WRITE "${OUT}" "#include \"model/evidence_schema.h\"

namespace mcpjury {

std::string_view evidence_schema_text() {
  return R\"schema(${text})schema\";
}

}  // namespace mcpjury
")
