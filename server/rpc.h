// The rpcs, by the names that metrics and logs give them.

#ifndef TAQUIN_SERVER_RPC_H_
#define TAQUIN_SERVER_RPC_H_

#include <array>
#include <bitset>
#include <cstddef>
#include <optional>
#include <string_view>

namespace taquin::server {

enum class Rpc { kSolve, kSolveOnce, kSolveBatch, kCheck, kVerify, kGenerate, kGetCapabilities };

inline constexpr std::array<Rpc, 7> kRpcs = {
    Rpc::kSolve,  Rpc::kSolveOnce, Rpc::kSolveBatch,     Rpc::kCheck,
    Rpc::kVerify, Rpc::kGenerate,  Rpc::kGetCapabilities};

// Some of them.
class RpcSet {
 public:
  // Of all of them.
  static RpcSet All() { return RpcSet(std::bitset<kRpcs.size()>().set()); }

  RpcSet() = default;  // Of none.

  void Add(Rpc rpc) { members_.set(static_cast<std::size_t>(rpc)); }
  bool Has(Rpc rpc) const { return members_.test(static_cast<std::size_t>(rpc)); }

  friend bool operator==(const RpcSet&, const RpcSet&) = default;

 private:
  explicit RpcSet(std::bitset<kRpcs.size()> members) : members_(members) {}

  std::bitset<kRpcs.size()> members_;  // By number.
};

// Codes of gRPC, OK to UNAUTHENTICATED.
inline constexpr std::size_t kRpcCodes = 17;

// As in "SolveOnce".
std::string_view RpcName(Rpc rpc);

// The rpc of that name, if there is one.
std::optional<Rpc> RpcOfName(std::string_view name);

// "unary", "server_stream" or "bidi_stream", as the ecosystem of gRPC has it.
std::string_view RpcType(Rpc rpc);

// As in "InvalidArgument"; "Unknown" for a number that is no code.
std::string_view RpcCodeName(int code);

}  // namespace taquin::server

#endif  // TAQUIN_SERVER_RPC_H_
