#include "server/rpc.h"

namespace taquin::server {
namespace {

struct Description {
  std::string_view name;
  std::string_view type;
};

// In the order of the enumeration.
constexpr Description kDescriptions[] = {
    {"Solve", "server_stream"},   {"SolveOnce", "unary"}, {"SolveBatch", "bidi_stream"},
    {"Check", "unary"},           {"Verify", "unary"},    {"Generate", "unary"},
    {"GetCapabilities", "unary"},
};

constexpr std::array<std::string_view, kRpcCodes> kCodeNames = {
    "OK",       "Canceled",        "Unknown",          "InvalidArgument",   "DeadlineExceeded",
    "NotFound", "AlreadyExists",   "PermissionDenied", "ResourceExhausted", "FailedPrecondition",
    "Aborted",  "OutOfRange",      "Unimplemented",    "Internal",          "Unavailable",
    "DataLoss", "Unauthenticated",
};

}  // namespace

std::string_view RpcName(Rpc rpc) { return kDescriptions[static_cast<std::size_t>(rpc)].name; }

std::optional<Rpc> RpcOfName(std::string_view name) {
  for (const Rpc rpc : kRpcs) {
    if (RpcName(rpc) == name) return rpc;
  }
  return std::nullopt;
}

std::string_view RpcType(Rpc rpc) { return kDescriptions[static_cast<std::size_t>(rpc)].type; }

std::string_view RpcCodeName(int code) {
  const auto index = static_cast<std::size_t>(code);
  return index < kCodeNames.size() ? kCodeNames[index] : "Unknown";
}

}  // namespace taquin::server
