# The parsing runtime and nine grammars as one static library, tree_sitter_all, from the C sources that
# packaging/grammars/package-lock.json names. Debian's runtime is too old: it breaks on hostile brackets.
#
# Parsers are tables: higher optimisation costs minutes and gains nothing, so they are compiled with -O1.
set(grammars ${PROJECT_SOURCE_DIR}/packaging/grammars/node_modules)
set(runtime ${grammars}/tree-sitter/vendor/tree-sitter/lib)
if(NOT EXISTS ${runtime}/src/lib.c)
  message(FATAL_ERROR "The grammars are missing. Run: make setup (or: npm ci in packaging/grammars)")
endif()

add_library(tree_sitter_all STATIC ${runtime}/src/lib.c)
target_include_directories(tree_sitter_all SYSTEM PUBLIC ${runtime}/include PRIVATE ${runtime}/src)
foreach(grammar
        tree-sitter-javascript tree-sitter-typescript/typescript tree-sitter-typescript/tsx tree-sitter-python
        tree-sitter-go tree-sitter-rust tree-sitter-java tree-sitter-c-sharp
        @tree-sitter-grammars/tree-sitter-kotlin)
  string(REPLACE "/" "_" name ${grammar})
  string(REPLACE "@" "" name ${name})
  # Each grammar brings its own tree_sitter/parser.h, so each is its own object library.
  file(GLOB sources CONFIGURE_DEPENDS ${grammars}/${grammar}/src/parser.c ${grammars}/${grammar}/src/scanner.c)
  add_library(${name} OBJECT ${sources})
  target_include_directories(${name} SYSTEM PRIVATE ${grammars}/${grammar}/src)
  target_compile_options(${name} PRIVATE -w -O1)
  target_sources(tree_sitter_all PRIVATE $<TARGET_OBJECTS:${name}>)
endforeach()
set_target_properties(tree_sitter_all PROPERTIES C_STANDARD 11)
target_compile_definitions(tree_sitter_all PRIVATE _GNU_SOURCE)
target_compile_options(tree_sitter_all PRIVATE -w)
