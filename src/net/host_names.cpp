#include "net/host_names.h"

#include <fmt/format.h>

#include <algorithm>

namespace mcpjury {
namespace {

constexpr std::string_view kMetadataNames[] = {"metadata",
                                               "metadata.google.internal",
                                               "metadata.goog",
                                               "instance-data",
                                               "rancher-metadata",
                                               "instance-data.ec2.internal",
                                               "metadata.azure.internal",
                                               "metadata.tencentyun.com",
                                               "metadata.packet.net",
                                               "metadata.platformequinix.com"};

// The list of methodology agentreserve; the private suffixes RFC 6762 appendix G saw in use; the names RFC
// 6761 and RFC 9476 keep out of the DNS, for which only a private resolver has an answer. Of the reserved
// names ".example" passes: documents and tests are full of it, no one can register there, and whatever a
// resolver says of it is vetted like any answer. example.com, .net and .org are ordinary public names.
constexpr std::string_view kSuffixes[] = {"localhost", "local", "internal", "intranet",    "lan",
                                          "home.arpa", "onion", "home",     "localdomain", "corp",
                                          "private",   "test",  "invalid",  "alt"};

struct Service {
  std::uint16_t first, last;
  std::string_view name;
};

// Services above 1023 that have no business with a browser-like client, and that answer to, or stumble over,
// a request an attacker chose. Below 1024 only 80 and 443 pass.
constexpr Service kServices[] = {
    {1433, 1434, "SQL Server"},    {1521, 1522, "Oracle"},       {1723, 1723, "PPTP"},
    {2049, 2049, "NFS"},           {2181, 2181, "ZooKeeper"},    {2375, 2377, "Docker"},
    {2379, 2380, "etcd"},          {3128, 3128, "proxy"},        {3306, 3306, "MySQL"},
    {3389, 3389, "RDP"},           {4369, 4369, "Erlang"},       {5432, 5432, "PostgreSQL"},
    {5671, 5672, "AMQP"},          {5900, 5909, "VNC"},          {5984, 5984, "CouchDB"},
    {5985, 5986, "WinRM"},         {6000, 6063, "X11"},          {6379, 6380, "Redis"},
    {6443, 6443, "Kubernetes"},    {6660, 6669, "IRC"},          {6697, 6697, "IRC"},
    {9042, 9042, "Cassandra"},     {9092, 9092, "Kafka"},        {9200, 9200, "Elasticsearch"},
    {9300, 9300, "Elasticsearch"}, {10250, 10259, "Kubernetes"}, {11211, 11211, "memcached"},
    {26379, 26379, "Redis"},       {27017, 27019, "MongoDB"},
};

}  // namespace

std::string_view without_last_dot(std::string_view host) {
  if (host.ends_with('.')) host.remove_suffix(1);
  return host;
}

bool is_metadata_name(std::string_view host) {
  host = without_last_dot(host);
  return std::find(std::begin(kMetadataNames), std::end(kMetadataNames), host) != std::end(kMetadataNames);
}

std::string private_name_reason(std::string_view host) {
  host = without_last_dot(host);
  for (const std::string_view suffix : kSuffixes) {
    if (!host.ends_with(suffix)) continue;
    if (host.size() == suffix.size()) return fmt::format("the name {}", suffix);
    if (host[host.size() - suffix.size() - 1] == '.') return fmt::format("suffix .{}", suffix);
  }
  if (host.find('.') == std::string_view::npos) return "a name without a dot";
  return {};
}

std::string port_reason(std::uint16_t port) {
  if (port == 80 || port == 443) return {};
  if (port < 1024) return fmt::format("port {} is none of the web", port);
  for (const Service& service : kServices) {
    if (port >= service.first && port <= service.last) return fmt::format("port {} ({})", port, service.name);
  }
  return {};
}

}  // namespace mcpjury
