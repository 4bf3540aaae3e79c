// A worker's figures for Prometheus: GET /metrics on an address of the operator's choice.
#pragma once

#include <memory>
#include <mutex>
#include <string>

#include "fleet/worker.h"
#include "httpd/httpd.h"

namespace mcpjury {

class MetricsServer {
 public:
  // "127.0.0.1:9464"; kUsage when it is none.
  static Result<std::unique_ptr<MetricsServer>> start(const std::string& listen);
  void set(const WorkerFigures& figures);  // any thread
  std::uint16_t port() const { return server_->port(); }

 private:
  // Outlives the server's threads: they hold it too.
  struct Page {
    std::mutex mutex;
    std::shared_ptr<const std::string> text;
  };
  std::shared_ptr<Page> page_;
  std::unique_ptr<Httpd> server_;
};

}  // namespace mcpjury
