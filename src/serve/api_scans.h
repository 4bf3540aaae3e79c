// The handlers of the routes; each is named in routes.cpp.
#pragma once

#include "serve/api.h"

namespace mcpjury {

HttpdResponse post_scan(ApiCall& call);
HttpdResponse get_scan(ApiCall& call);
HttpdResponse get_evidence(ApiCall& call);
HttpdResponse get_consensus(ApiCall& call);
HttpdResponse get_report(ApiCall& call);
void stream_events(ApiCall& call, std::shared_ptr<HttpdExchange> exchange);

HttpdResponse list_servers(ApiCall& call);
HttpdResponse count_servers(ApiCall& call);
HttpdResponse get_server(ApiCall& call);
HttpdResponse get_history(ApiCall& call);
HttpdResponse get_diff(ApiCall& call);
HttpdResponse get_feed(ApiCall& call);
HttpdResponse get_badge_svg(ApiCall& call);
HttpdResponse get_badge_json(ApiCall& call);

HttpdResponse list_rules(ApiCall& call);
HttpdResponse get_rule(ApiCall& call);
HttpdResponse list_detectors(ApiCall& call);
HttpdResponse get_detector(ApiCall& call);
HttpdResponse list_engines(ApiCall& call);
HttpdResponse list_methodologies(ApiCall& call);
HttpdResponse get_methodology(ApiCall& call);

HttpdResponse post_feedback(ApiCall& call);
HttpdResponse get_feedback(ApiCall& call);

HttpdResponse get_health(ApiCall& call);
HttpdResponse get_ready(ApiCall& call);
HttpdResponse get_metrics(ApiCall& call);
HttpdResponse get_openapi(ApiCall& call);

// An error answer of the API as a page for people.
HttpdResponse html_fault(const HttpdResponse& answer);
HttpdResponse get_asset(ApiCall& call);
HttpdResponse page_of_shell(ApiCall& call);
HttpdResponse page_of_scan(ApiCall& call);
HttpdResponse page_of_directory(ApiCall& call);
HttpdResponse page_of_server(ApiCall& call);

}  // namespace mcpjury
