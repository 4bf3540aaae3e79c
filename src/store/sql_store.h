// The one implementation of Store, over a Connection to either engine. Private to the module.
#pragma once

#include <memory>
#include <utility>

#include "store/connection.h"
#include "store/sql_text.h"

namespace mcpjury {

class SqlStore final : public Store {
 public:
  explicit SqlStore(std::unique_ptr<Connection> connection) : connection_(std::move(connection)) {}

  Result<std::int64_t> add_scan(const NewScan& scan) override;
  Result<std::optional<ScanRow>> last_scan(std::string_view target_key, std::string_view credential,
                                           std::string_view before, bool same_second) override;
  Result<std::vector<ScanRow>> history(std::string_view target_key, std::size_t limit) override;
  Result<std::vector<ScanRow>> latest_of_all(std::size_t limit) override;
  Result<std::optional<ScanRow>> scan(std::int64_t id) override;
  Result<DirectoryPage> directory(const DirectoryQuery& query) override;
  Result<DirectoryCounts> directory_counts(const DirectoryQuery& query) override;
  Result<Json> evidence(std::string_view sha256) override;
  Result<Json> report(std::int64_t scan) override;
  Result<std::vector<FindingRow>> findings(std::int64_t scan) override;
  Result<std::vector<ToolSeen>> names_like(const std::vector<ToolRow>& tools,
                                           std::string_view not_target) override;
  Result<std::vector<ToolSeen>> descriptions_like(const std::vector<ToolRow>& tools,
                                                  std::string_view not_target) override;
  Result<std::vector<ServerRow>> hosts_like(std::string_view label, std::string_view host_key,
                                            std::string_view not_target) override;
  Result<std::vector<ServerRow>> servers(const std::vector<std::string>& target_keys) override;
  Result<std::vector<CommonName>> common_names(const std::vector<std::string>& name_keys) override;
  Result<std::vector<ToolSeen>> tools_of(std::string_view target_key) override;
  Result<Ok> add_servers(const std::vector<ComparedServer>& servers) override;
  Result<KnownFinding> finding(std::string_view fingerprint) override;
  Result<std::int64_t> add_feedback(const FeedbackRow& row) override;
  Result<std::vector<FeedbackCount>> feedback_counts() override;
  Result<StoreStatus> status() override;
  Result<Ok> add_approval(const ApprovalRow& row) override;
  Result<std::optional<ApprovalRow>> approval(std::string_view target_key,
                                              std::string_view credential) override;
  Result<std::uint64_t> vacuum(std::string_view before, int keep) override;
  Result<Ok> export_to(const std::function<bool(std::string_view line)>& write) override;
  Result<std::uint64_t> import_from(const NextLine& next) override;

 private:
  Result<std::vector<ScanRow>> scan_rows(const std::string& where, const std::vector<std::string>& values,
                                         std::size_t limit);
  Result<Json> packed_json(const std::string& query, const std::string& value, std::string_view what);

  std::unique_ptr<Connection> connection_;
};

}  // namespace mcpjury
