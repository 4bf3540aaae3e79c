// Questions and orders that are put once. The library's own rowset and statement prepare, run and drop again:
// three times to a database server and back instead of once.
#pragma once

#include <soci/soci.h>

#include <array>
#include <string>
#include <vector>

namespace mcpjury {

// `statement` has its values, and is not prepared yet.
template <class Read>
void read_rows(soci::statement& statement, const std::string& question, const Read& read) {
  soci::row row;
  statement.prepare(question, soci::details::st_one_time_query);
  statement.define_and_bind();
  statement.exchange_for_rowset(soci::into(row));
  statement.execute(false);
  for (soci::rowset_iterator<soci::row> it(statement, row), end; it != end; ++it) read(*it);
}

// Calls `read` with every row of the answer. `values` are soci::use(…).
template <class Read, class... Values>
void ask_rows(soci::session& sql, const std::string& question, const Read& read, const Values&... values) {
  soci::statement statement(sql);
  statement.alloc();
  (statement.exchange(values), ...);
  read_rows(statement, question, read);
}

// The same for answers of N texts, none of them null; cheaper than a row, whose columns are told apart anew
// each time.
template <std::size_t N, class Read, class... Values>
void ask_texts(soci::session& sql, const std::string& question, const Read& read, const Values&... values) {
  std::array<std::string, N> row;
  soci::statement statement(sql);
  for (std::string& text : row) statement.exchange(soci::into(text));
  (statement.exchange(values), ...);
  statement.alloc();
  statement.prepare(question, soci::details::st_one_time_query);
  statement.define_and_bind();
  statement.execute(false);
  while (statement.fetch()) read(row);
}

// Rows for texts, as many as the question has parameters, in their order.
template <class Read>
void ask_rows_with(soci::session& sql, const std::string& question, const std::vector<std::string>& texts,
                   const Read& read) {
  soci::statement statement(sql);
  statement.alloc();
  for (const std::string& text : texts) statement.exchange(soci::use(text));
  read_rows(statement, question, read);
}

// How many rows were changed.
template <class... Values>
long long rows_changed(soci::session& sql, const std::string& order, const Values&... values) {
  soci::statement statement(sql);
  statement.alloc();
  (statement.exchange(values), ...);
  statement.prepare(order, soci::details::st_one_time_query);
  statement.define_and_bind();
  statement.execute(true);
  return statement.get_affected_rows();
}

}  // namespace mcpjury
