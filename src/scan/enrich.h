// What is known against the packages of a target enters its evidence before it is judged: advisories,
// look-alikes, indicators, and which feeds said so. Only the local index is read, unless an advisory service
// was configured.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "feeds/feed_index.h"
#include "model/evidence.h"
#include "scan/advisory_service.h"

namespace mcpjury {

// Opens the index when it is first needed. One thread.
class AdvisoryLookup {
 public:
  explicit AdvisoryLookup(std::string data_dir, AdvisoryService service = {})
      : data_dir_(std::move(data_dir)), service_(std::move(service)) {}

  // For evidence that names packages: those of its lock files and manifests, and the one the server is
  // started from. Fills dependencies.advisories, lookalikes, indicators and the feeds facet; a feed that is
  // missing is said, never taken for "nothing known". Not from a fiber.
  void add_to(Evidence& evidence);

 private:
  FeedIndex* index();

  std::string data_dir_;
  AdvisoryService service_;
  std::optional<FeedIndex> index_;
  std::string failure_;  // why there is no index
};

}  // namespace mcpjury
