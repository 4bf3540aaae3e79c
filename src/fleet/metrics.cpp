#include "fleet/metrics.h"

#include <cstdlib>

#include "fleet/status.h"

namespace mcpjury {

Result<std::unique_ptr<MetricsServer>> MetricsServer::start(const std::string& listen) {
  const std::size_t colon = listen.rfind(':');
  const std::string port = colon == std::string::npos ? "" : listen.substr(colon + 1);
  if (port.empty() || port.size() > 5 || port.find_first_not_of("0123456789") != std::string::npos ||
      std::atoi(port.c_str()) > 65535)
    return Error{ErrorCode::kUsage, "--metrics takes ADDRESS:PORT, such as 127.0.0.1:9464"};
  HttpdOptions options;
  options.address = listen.substr(0, colon);
  if (options.address.size() > 2 && options.address.front() == '[')
    options.address = options.address.substr(1, options.address.size() - 2);
  options.port = static_cast<std::uint16_t>(std::atoi(port.c_str()));
  options.threads = 1;
  options.connections = 64;
  auto made = std::make_unique<MetricsServer>();
  made->page_ = std::make_shared<Page>();
  made->set({});
  auto server = Httpd::start(
      options,
      [page = made->page_](const std::shared_ptr<HttpdExchange>& exchange) {
        HttpdResponse response;
        response.headers = {{"Content-Type", "text/plain; version=0.0.4; charset=utf-8"}};
        if (exchange->request().path != "/metrics") {
          response.status = 404;
          response.body = std::make_shared<const std::string>("only /metrics is here\n");
        } else if (exchange->request().method != "GET" && exchange->request().method != "HEAD") {
          response.status = 405;
        } else {
          const std::lock_guard lock(page->mutex);
          response.body = page->text;
        }
        exchange->answer(std::move(response));
      },
      [](int status, std::string_view, std::string_view message) {
        HttpdResponse response;
        response.status = status;
        response.body = std::make_shared<const std::string>(std::string(message) + "\n");
        return response;
      });
  if (!server) return server.error();
  made->server_ = std::move(*server);
  return made;
}

void MetricsServer::set(const WorkerFigures& figures) {
  auto text = std::make_shared<const std::string>(metrics_text(figures));
  const std::lock_guard lock(page_->mutex);
  page_->text = std::move(text);
}

}  // namespace mcpjury
