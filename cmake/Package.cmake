# What an installed program consists of, a .deb and a tarball of it (make package).
#
# Completion and man page are written by the program that was just built.
include(GNUInstallDirs)

set(generated ${PROJECT_BINARY_DIR}/package)
set(package_files)
function(mcpjury_written_by_program file word)
  add_custom_command(OUTPUT ${generated}/${file}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${generated}
    COMMAND mcpjury completion ${word} > ${generated}/${file}
    DEPENDS mcpjury COMMENT "writing ${file}" VERBATIM)
  set(package_files ${package_files} ${generated}/${file} PARENT_SCOPE)
endfunction()
mcpjury_written_by_program(mcpjury.bash bash)
mcpjury_written_by_program(_mcpjury zsh)
mcpjury_written_by_program(mcpjury.fish fish)
mcpjury_written_by_program(mcpjury.1 man)
# Debian wants them compressed; -n leaves the time out, so that the same tree gives the same bytes.
add_custom_command(OUTPUT ${generated}/mcpjury.1.gz ${generated}/changelog.gz
  COMMAND gzip -9nkf ${generated}/mcpjury.1
  COMMAND gzip -9nc ${PROJECT_SOURCE_DIR}/CHANGELOG.md > ${generated}/changelog.gz
  DEPENDS ${generated}/mcpjury.1 ${PROJECT_SOURCE_DIR}/CHANGELOG.md VERBATIM)
add_custom_target(package_files DEPENDS ${package_files} ${generated}/mcpjury.1.gz)
add_custom_target(man DEPENDS ${generated}/mcpjury.1)

# Only the program is packed; whoever installs has built it.
set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON)
set(doc ${CMAKE_INSTALL_DATADIR}/doc/mcpjury)
install(TARGETS mcpjury RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(FILES ${generated}/mcpjury.1.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${generated}/mcpjury.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME mcpjury)
install(FILES ${generated}/_mcpjury DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions)
install(FILES ${generated}/mcpjury.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
install(FILES ${generated}/changelog.gz DESTINATION ${doc})
install(FILES packaging/deb/copyright README.md DESTINATION ${doc})
install(FILES packaging/mcpjury.yaml DESTINATION ${doc}/examples)
install(FILES docs/schema/mcpjury.schema.json docs/schema/report.schema.json docs/schema/evidence.schema.json
  DESTINATION ${doc}/schema)

set(CPACK_GENERATOR "DEB;TGZ")
set(CPACK_PACKAGE_NAME mcpjury)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_CONTACT "The mcpjury project <mcpjury@example.org>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "grade MCP servers by five published methodologies")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
"Looks at an MCP server (a URL, a local command, a saved tool list, a source
repository, a package, or every client configuration of this machine) the
way an agent's owner should before trusting it: one set of findings, five
published methodologies side by side, every number recomputable.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR}/package)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SECTION utils)
# The SQL library loads the part for each engine when it is asked for, which no tool sees.
set(CPACK_DEBIAN_PACKAGE_DEPENDS "libsoci-sqlite3-4.0")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "bubblewrap, ca-certificates, git, libsoci-postgresql4.0")
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ
  WORLD_EXECUTE)
# The tarball has bin/ and share/ in one folder; the .deb has /usr.
set(CPACK_PROJECT_CONFIG_FILE ${PROJECT_SOURCE_DIR}/cmake/PackageEach.cmake)
include(CPack)
