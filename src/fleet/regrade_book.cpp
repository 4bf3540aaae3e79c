#include "fleet/regrade_book.h"

#include <fmt/format.h>

#include "catalog/catalog.h"
#include "fleet/fleet_tables.h"
#include "store/row_number.h"

namespace mcpjury {

Result<std::unique_ptr<RegradeBook>> RegradeBook::open(const StoreOptions& options) {
  auto connection = Connection::open(options, fleet_tables());
  if (!connection) return connection.error();
  return std::unique_ptr<RegradeBook>(new RegradeBook(std::move(*connection)));
}

Result<std::uint64_t> RegradeBook::begin(bool all) {
  but_ = all ? std::string() : std::string(catalog().sha256);
  long long count = 0;
  auto done = connection_->read([&](soci::session& sql) {
    sql << "select coalesce(max(id), 0) from scans", soci::into(last_);
    sql << "select count(*) from latest l join scans s on s.id = l.scan_id where s.catalog_sha256 <> :but",
        soci::use(but_), soci::into(count);
  });
  if (!done) return done.error();
  return static_cast<std::uint64_t>(count);
}

Result<std::vector<StoredEvidence>> RegradeBook::next(std::size_t most) {
  std::vector<StoredEvidence> out;
  long long last = after_;
  auto done = connection_->read([&](soci::session& sql) {
    out.clear();
    // By the number of the scan: what is stored meanwhile has a higher one.
    soci::rowset<soci::row> rows =
        (sql.prepare << fmt::format(
             "select s.id, s.uid, s.evidence_sha256, e.packed from scans s join latest l on l.scan_id = s.id "
             "and l.target_key = "
             "s.target_key and l.credential = s.credential join evidence e on e.sha256 = s.evidence_sha256 "
             "where s.id > :after and s.id <= :last and s.catalog_sha256 <> :but order by s.id limit {}",
             most),
         soci::use(after_), soci::use(last_), soci::use(but_));
    for (const soci::row& row : rows) {
      last = row_number(row, 0);
      out.push_back({row.get<std::string>(1), row.get<std::string>(2), row.get<std::string>(3)});
    }
  });
  if (!done) return done.error();
  after_ = last;
  return out;
}

Status RegradeBook::note(const std::string& target_key, const std::string& evidence_sha256) {
  const std::string sha(catalog().sha256);
  return connection_->write([&](soci::session& sql) {
    sql << "update fleet_targets set catalog_sha256 = :sha where target_key = :key and evidence_sha256 = "
           ":evidence",
        soci::use(sha), soci::use(target_key), soci::use(evidence_sha256);
  });
}

}  // namespace mcpjury
