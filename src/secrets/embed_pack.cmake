# Writes the file IN as a C++ string into OUT.
file(READ "${IN}" text)
file(WRITE "${OUT}" "#include \"secrets/pack.h\"

namespace mcpjury {

std::string_view default_secret_pack_text() {
  return R\"pack(${text})pack\";
}

}  // namespace mcpjury
")
