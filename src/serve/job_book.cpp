#include "serve/job_book.h"

#include <fmt/format.h>

#include "base/canonical_json.h"
#include "serve/read_json.h"
#include "store/connection.h"
#include "store/packed_text.h"

namespace mcpjury {
namespace {

std::vector<std::string> job_steps(int from, StoreEngine) {
  if (from != 0) return {};
  return {
      "create table service_jobs (id text primary key, state text not null, private integer not null, "
      "secret integer not null, fold text not null, idem text unique, body_sha256 text not null, "
      "packed_order text not null, kind text not null, display text not null, created_at text not null, "
      "started_at text not null, finished_at text not null, scan bigint not null, error_code text not null, "
      "error_message text not null, packed_report text not null, packed_evidence text not null)",
      "create index service_jobs_by_state on service_jobs (state, created_at)",
      "create index service_jobs_by_fold on service_jobs (fold, finished_at)",
      "create index service_jobs_by_end on service_jobs (finished_at)"};
}

const TableSet& job_tables() {
  static const TableSet kTables{"mcpjury_service_schema", 1, &job_steps, nullptr, 7263413};
  return kTables;
}

std::string packed(const Json& value) {
  return value.is_null() ? std::string() : pack_text(canonical_json(value));
}

Result<Json> unpacked(const std::string& text) {
  if (text.empty()) return Json();
  auto plain = unpack_text(text);
  if (!plain) return plain.error();
  auto parsed = read_json(*plain, "store", 1'024);
  if (!parsed) return parsed.error();
  return std::move(parsed->value);
}

// What of an order is still wanted when it is done: which methodologies to show.
Json shown_part(const Json& order) {
  const JsonObject* object = order.if_object();
  const JsonArray* chosen = object == nullptr ? nullptr : find_array(*object, "methodologies");
  if (chosen == nullptr || chosen->empty()) return {};
  return JsonObject{{"methodologies", *chosen}};
}

constexpr std::string_view kColumns =
    "id, state, private, secret, fold, body_sha256, packed_order, kind, display, created_at, started_at, "
    "finished_at, scan, error_code, error_message";

}  // namespace

JobBook::JobBook(std::unique_ptr<Connection> connection) : connection_(std::move(connection)) {}
JobBook::~JobBook() = default;

Result<std::unique_ptr<JobBook>> JobBook::open(const std::string& store_url, int reconnect_milliseconds) {
  StoreOptions options;
  options.url = store_url;
  options.reconnect_milliseconds = reconnect_milliseconds;
  auto connection = Connection::open(options, job_tables());
  if (!connection) return connection.error();
  return std::unique_ptr<JobBook>(new JobBook(std::move(*connection)));
}

Result<bool> JobBook::add(const JobRow& row) {
  const std::string order = packed(row.order);
  const int is_private = row.is_private ? 1 : 0, secret = row.secret ? 1 : 0;
  soci::indicator idem = row.idem.empty() ? soci::i_null : soci::i_ok;
  std::string found;
  auto done = connection_->write([&](soci::session& sql) {
    sql << "insert into service_jobs (id, state, private, secret, fold, idem, body_sha256, packed_order, "
           "kind, "
           "display, created_at, started_at, finished_at, scan, error_code, error_message, packed_report, "
           "packed_evidence) values (:id, :state, :private, :secret, :fold, :idem, :body, :order, :kind, "
           ":display, :created, '', '', 0, '', '', '', '') on conflict do nothing",
        soci::use(row.id), soci::use(row.state), soci::use(is_private), soci::use(secret),
        soci::use(row.fold), soci::use(row.idem, idem), soci::use(row.body_sha256), soci::use(order),
        soci::use(row.kind), soci::use(row.display), soci::use(row.created_at);
    sql << "select id from service_jobs where id = :id", soci::use(row.id), soci::into(found);
  });
  if (!done) return done.error();
  return found == row.id;
}

Result<Ok> JobBook::start(const std::string& id, std::string_view state, const std::string& at) {
  const std::string word(state);
  return connection_->write([&](soci::session& sql) {
    sql << "update service_jobs set state = :state, started_at = :at where id = :id and finished_at = ''",
        soci::use(word), soci::use(at), soci::use(id);
  });
}

Result<Ok> JobBook::finish(const JobRow& row) {
  const std::string report = packed(row.report), evidence = packed(row.evidence),
                    order = packed(shown_part(row.order));
  const long long scan = row.scan;
  return connection_->write([&](soci::session& sql) {
    sql << "update service_jobs set state = :state, finished_at = :at, scan = :scan, error_code = :code, "
           "error_message = :message, packed_report = :report, packed_evidence = :evidence, packed_order = "
           ":order, "
           "display = :display where id = :id",
        soci::use(row.state), soci::use(row.finished_at), soci::use(scan), soci::use(row.error_code),
        soci::use(row.error_message), soci::use(report), soci::use(evidence), soci::use(order),
        soci::use(row.display), soci::use(row.id);
  });
}

Result<std::vector<JobRow>> JobBook::rows(const std::string& where, const std::string& value,
                                          const std::string& second, bool whole, std::size_t limit) {
  std::vector<JobRow> out;
  Status unreadable = Ok{};
  auto done = connection_->read([&](soci::session& sql) {
    out.clear();
    JobRow row;
    std::string order, report, evidence;
    int is_private = 0, secret = 0;
    long long scan = 0;
    const std::string text = fmt::format("select {}{} from service_jobs where {} limit {}", kColumns,
                                         whole ? ", packed_report, packed_evidence" : "", where, limit);
    soci::statement statement(sql);
    if (!value.empty()) statement.exchange(soci::use(value));
    if (!second.empty()) statement.exchange(soci::use(second));
    statement.exchange(soci::into(row.id));
    statement.exchange(soci::into(row.state));
    statement.exchange(soci::into(is_private));
    statement.exchange(soci::into(secret));
    statement.exchange(soci::into(row.fold));
    statement.exchange(soci::into(row.body_sha256));
    statement.exchange(soci::into(order));
    statement.exchange(soci::into(row.kind));
    statement.exchange(soci::into(row.display));
    statement.exchange(soci::into(row.created_at));
    statement.exchange(soci::into(row.started_at));
    statement.exchange(soci::into(row.finished_at));
    statement.exchange(soci::into(scan));
    statement.exchange(soci::into(row.error_code));
    statement.exchange(soci::into(row.error_message));
    if (whole) {
      statement.exchange(soci::into(report));
      statement.exchange(soci::into(evidence));
    }
    statement.alloc();
    statement.prepare(text);
    statement.define_and_bind();
    statement.execute(false);
    while (statement.fetch()) {
      JobRow copy = row;
      copy.is_private = is_private != 0;
      copy.secret = secret != 0;
      copy.scan = scan;
      for (auto& [from, to] : {std::pair{&order, &copy.order}, std::pair{&report, &copy.report},
                               std::pair{&evidence, &copy.evidence}}) {
        auto json = unpacked(*from);
        if (json) {
          *to = std::move(*json);
        } else {
          unreadable = json.error();
        }
      }
      out.push_back(std::move(copy));
    }
  });
  if (!done) return done.error();
  if (!unreadable) return unreadable.error();
  return out;
}

namespace {

std::optional<JobRow> first_job(std::vector<JobRow> rows) {
  if (rows.empty()) return std::nullopt;
  return std::move(rows.front());
}

}  // namespace

Result<std::optional<JobRow>> JobBook::get(std::string_view id, bool whole) {
  auto found = rows("id = :id", std::string(id), "", whole, 1);
  if (!found) return found.error();
  return first_job(std::move(*found));
}

Result<std::optional<JobRow>> JobBook::by_idem(std::string_view idem) {
  auto found = rows("idem = :idem", std::string(idem), "", false, 1);
  if (!found) return found.error();
  return first_job(std::move(*found));
}

Result<std::optional<JobRow>> JobBook::newest(std::string_view fold, std::string_view since) {
  auto found = rows("fold = :fold and finished_at >= :since and state = 'done' order by finished_at desc",
                    std::string(fold), std::string(since), false, 1);
  if (!found) return found.error();
  return first_job(std::move(*found));
}

Result<std::vector<JobRow>> JobBook::unfinished(std::size_t limit) {
  return rows("finished_at = '' order by created_at, id", "", "", false, limit);
}

Result<std::uint64_t> JobBook::drop_before(std::string_view finished_before) {
  const std::string before(finished_before);
  long long gone = 0;
  auto done = connection_->write([&](soci::session& sql) {
    sql << "select count(*) from service_jobs where finished_at <> '' and finished_at < :before",
        soci::use(before), soci::into(gone);
    sql << "delete from service_jobs where finished_at <> '' and finished_at < :before", soci::use(before);
  });
  if (!done) return done.error();
  return static_cast<std::uint64_t>(gone);
}

}  // namespace mcpjury
