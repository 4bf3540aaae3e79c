// The service: HTTP in front, readers of the store and the scanning engine behind. Started and stopped by
// `mcpjury serve`; everything it may do was decided by the settings at start.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "base/result.h"
#include "settings/serve_settings.h"

namespace mcpjury {

struct ServiceOptions {
  ServeSettings settings;
  std::string store_url;
  std::function<void(const std::string&)>
      log;  // one line a request, without ids, queries or secrets; may be empty
};

class Service {
 public:
  // Listens when it returns. kUsage for settings that cannot work together.
  static Result<std::unique_ptr<Service>> start(ServiceOptions options);
  ~Service();
  std::string url() const;  // "http://127.0.0.1:8383"
  void stop();

 private:
  Service();
  struct Inside;
  std::unique_ptr<Inside> inside_;
};

}  // namespace mcpjury
