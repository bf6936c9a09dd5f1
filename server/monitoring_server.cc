#include "server/monitoring_server.h"

#include <utility>

#include "CivetServer.h"
#include "absl/strings/str_cat.h"
#include "server/listen_address.h"

namespace taquin::server {
namespace {

constexpr char kPlainText[] = "text/plain; charset=utf-8";
constexpr char kMetricsText[] = "text/plain; version=0.0.4; charset=utf-8";

struct Page {
  bool good = true;  // 200, or else 503.
  const char* type = kPlainText;
  std::string body;
};

class PageHandler final : public CivetHandler {
 public:
  explicit PageHandler(std::function<Page()> make) : make_(std::move(make)) {}

  bool handleGet(CivetServer*, mg_connection* connection) override {
    const Page page = make_();
    mg_printf(connection,
              "HTTP/1.1 %s\r\nContent-Type: %s\r\nContent-Length: %zu\r\n"
              "Cache-Control: no-store\r\nConnection: close\r\n\r\n",
              page.good ? "200 OK" : "503 Service Unavailable", page.type, page.body.size());
    mg_write(connection, page.body.data(), page.body.size());
    return true;
  }

 private:
  const std::function<Page()> make_;
};

}  // namespace

absl::StatusOr<std::unique_ptr<MonitoringServer>> MonitoringServer::Start(
    const std::string& address, MonitoringPages pages) {
  if (absl::Status status = CheckListenable(address); !status.ok()) return status;
  std::unique_ptr<MonitoringServer> monitoring(new MonitoringServer());
  try {
    monitoring->server_ = std::make_unique<CivetServer>(std::vector<std::string>{
        "listening_ports", address, "num_threads", "2", "request_timeout_ms", "2000"});
  } catch (const CivetException& error) {
    return absl::UnavailableError(absl::StrCat("cannot listen on ", address, ": ", error.what()));
  }
  const std::pair<const char*, std::function<Page()>> served[] = {
      {"/metrics$", [metrics = std::move(
                         pages.metrics)] { return Page{.type = kMetricsText, .body = metrics()}; }},
      {"/readyz$",
       [ready = std::move(pages.ready)] {
         const bool is_ready = ready();
         return Page{.good = is_ready, .body = is_ready ? "ready\n" : "not ready\n"};
       }},
      {"/healthz$", [] { return Page{.body = "ok\n"}; }},
  };
  for (const auto& [path, make] : served) {
    monitoring->handlers_.push_back(std::make_unique<PageHandler>(make));
    monitoring->server_->addHandler(path, monitoring->handlers_.back().get());
  }
  monitoring->port_ = monitoring->server_->getListeningPorts().front();
  return monitoring;
}

MonitoringServer::~MonitoringServer() = default;

}  // namespace taquin::server
