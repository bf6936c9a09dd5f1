// By which names a request is found again in the logs of many programs.

#ifndef TAQUIN_SERVER_REQUEST_IDENTITY_H_
#define TAQUIN_SERVER_REQUEST_IDENTITY_H_

#include <optional>
#include <string>
#include <string_view>

namespace taquin::server {

struct RequestIdentity {
  std::string request_id;  // The caller's, or one of ours.
  std::string trace_id;    // Of the caller's trace context; empty: none.
  std::string span_id;     // The caller's span; empty with trace_id.
};

// `request_id` is taken if it is 1 to 128 visible characters of ASCII; else 16
// random hexadecimal digits are. `traceparent` is ignored unless it is as the
// W3C's Trace Context recommendation has it.
RequestIdentity IdentifyRequest(std::optional<std::string_view> request_id,
                                std::optional<std::string_view> traceparent);

}  // namespace taquin::server

#endif  // TAQUIN_SERVER_REQUEST_IDENTITY_H_
