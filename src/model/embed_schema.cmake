# Writes the file IN as a C++ string into OUT, as what FUNCTION of HEADER returns.
if(NOT DEFINED FUNCTION)
  set(FUNCTION evidence_schema_text)
  set(HEADER model/evidence_schema.h)
endif()
file(READ "${IN}" text)
file(WRITE "${OUT}" "#include \"${HEADER}\"

namespace mcpjury {

std::string_view ${FUNCTION}() {
  return R\"schema(${text})schema\";
}

}  // namespace mcpjury
")
