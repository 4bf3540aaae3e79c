// Other servers that look like one enter its evidence before it is judged: those of one command (--cross, a
// client configuration), and all that the store keeps.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <string_view>

#include "model/evidence.h"
#include "store/store.h"

namespace mcpjury {

// The servers of one command, in the same index as a store's, in memory. add() first, then recall: the two
// must not overlap. Thread safe between themselves.
class ServersTogether {
 public:
  static Result<std::unique_ptr<ServersTogether>> open();

  // A key of its own for every target, by its number, also when two have the same name. Nothing is added for
  // evidence without tools.
  std::string add(std::size_t number, const Evidence& evidence);
  static std::string key_of(std::size_t number, const Evidence& evidence);

 private:
  friend class NeighbourLook;
  explicit ServersTogether(std::unique_ptr<Store> index) : index_(std::move(index)) {}

  std::mutex mutex_;
  std::unique_ptr<Store> index_;
  std::set<std::string, std::less<>>
      targets_;  // history keys, so that the store's copies are not shown twice
  std::size_t tools_ = 0;
  bool complete_ = true;
  std::string failure_;
};

// The lines of a batch, read once before they are judged; the file is left at its beginning.
struct ScanOptions;
Result<std::unique_ptr<ServersTogether>> servers_of_batch(int file, const ScanOptions& options);

// Fills the fingerprints facet from whichever of the two is there; `together_key` is what add() gave. What
// cannot be asked is could_not_see with the reason. A facet that a record brought along stays.
// Gives the names that so many publishers of the store have that they need not be asked for again.
std::vector<CommonName> recall_neighbours(Store* store, ServersTogether* together,
                                          std::string_view together_key, Evidence& evidence);

}  // namespace mcpjury
