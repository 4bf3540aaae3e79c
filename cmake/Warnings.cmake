add_library(mcpjury_options INTERFACE)
target_compile_options(mcpjury_options INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion
  -Wnon-virtual-dtor -Woverloaded-virtual -Werror)
target_include_directories(mcpjury_options INTERFACE ${PROJECT_SOURCE_DIR}/src)
target_include_directories(mcpjury_options SYSTEM INTERFACE ${Boost_INCLUDE_DIRS})
# A type of an anonymous namespace is private to its file; the compiler sees only that the file was included.
if(CMAKE_UNITY_BUILD AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(mcpjury_options INTERFACE -Wno-subobject-linkage)
endif()
