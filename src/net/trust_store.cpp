// Loaded at the first use and not at the start: reading every authority costs tens of milliseconds, and most
// commands never speak TLS. SSL_CERT_FILE and SSL_CERT_DIR are honoured as OpenSSL does; without them a
// hashed folder of certificates is preferred to the bundle, because only the authorities that are met are
// then read.
#include <openssl/x509.h>
#include <openssl/x509_vfy.h>

#include <cstdlib>
#include <filesystem>
#include <mutex>

#include "net/guarded_client.h"

namespace mcpjury {

namespace {

// Names like "5ed36f99.0", as c_rehash makes them.
bool is_hashed(const std::filesystem::path& folder) {
  std::error_code error;
  for (std::filesystem::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    const std::string name = it->path().filename().string();
    if (name.size() == 10 && name.ends_with(".0") && name.find_first_not_of("0123456789abcdef") == 8) {
      return true;
    }
  }
  return false;
}

void load_system(X509_STORE* store) {
  const bool told =
      std::getenv(X509_get_default_cert_file_env()) || std::getenv(X509_get_default_cert_dir_env());
  const char* folder = X509_get_default_cert_dir();
  if (!told && is_hashed(folder) && X509_STORE_load_path(store, folder) == 1) return;
  X509_STORE_set_default_paths(store);
}

}  // namespace

struct TrustStore::Parts {
  std::vector<std::string> pem_files;
  std::once_flag once;
  X509_STORE* store = nullptr;
};

TrustStore::TrustStore(const std::vector<std::string>& pem_files) : parts_(std::make_unique<Parts>()) {
  parts_->pem_files = pem_files;
}

TrustStore::~TrustStore() { X509_STORE_free(parts_->store); }

void* TrustStore::x509_store() const {
  Parts& parts = *parts_;
  std::call_once(parts.once, [&parts] {
    parts.store = X509_STORE_new();
    if (!parts.store) return;
    if (parts.pem_files.empty()) {
      load_system(parts.store);
      return;
    }
    // A file that cannot be read leaves the store smaller: chains then show as untrusted, never as trusted.
    for (const auto& file : parts.pem_files) X509_STORE_load_file(parts.store, file.c_str());
  });
  return parts.store;
}

}  // namespace mcpjury
