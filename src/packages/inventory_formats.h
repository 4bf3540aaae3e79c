// Private to packages: one reader a format. Each adds its rows to the builder and sets the kind; an error
// means that nothing of the file can be used. Text is UTF-8 and at most kMaxInventoryBytes long.
#pragma once

#include "packages/inventory_builder.h"

namespace mcpjury {

Status read_npm_manifest(const InventorySource& source, InventoryBuilder& builder);
Status read_npm_lock(const InventorySource& source, InventoryBuilder& builder);
Status read_pnpm_lock(const InventorySource& source, InventoryBuilder& builder);
Status read_yarn_lock(const InventorySource& source, InventoryBuilder& builder);
Status read_yarn_berry(const InventorySource& source, InventoryBuilder& builder);
Status read_go_mod(const InventorySource& source, InventoryBuilder& builder);
Status read_go_sum(const InventorySource& source, InventoryBuilder& builder);
Status read_requirements(const InventorySource& source, InventoryBuilder& builder);
Status read_pyproject(const InventorySource& source, InventoryBuilder& builder);
Status read_poetry_lock(const InventorySource& source, InventoryBuilder& builder);
Status read_uv_lock(const InventorySource& source, InventoryBuilder& builder);
Status read_pipfile_lock(const InventorySource& source, InventoryBuilder& builder);
Status read_pdm_lock(const InventorySource& source, InventoryBuilder& builder);
Status read_cargo_lock(const InventorySource& source, InventoryBuilder& builder);
Status read_cargo_manifest(const InventorySource& source, InventoryBuilder& builder);
Status read_maven_pom(const InventorySource& source, InventoryBuilder& builder);
Status read_gradle_lock(const InventorySource& source, InventoryBuilder& builder);
Status read_nuget_lock(const InventorySource& source, InventoryBuilder& builder);
Status read_gem_lock(const InventorySource& source, InventoryBuilder& builder);
Status read_composer_lock(const InventorySource& source, InventoryBuilder& builder);
Status read_workflow(const InventorySource& source, InventoryBuilder& builder);
Status read_dockerfile(const InventorySource& source, InventoryBuilder& builder);
Status read_install_script(const InventorySource& source, InventoryBuilder& builder);

// Programs that the script of a workflow step names with their versions; `line` is its first.
void read_shell_step(std::string_view text, std::uint32_t line, InventoryBuilder& builder);

}  // namespace mcpjury
