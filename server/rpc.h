// The rpcs, by the names that metrics and logs give them.

#ifndef TAQUIN_SERVER_RPC_H_
#define TAQUIN_SERVER_RPC_H_

#include <array>
#include <cstddef>
#include <string_view>

namespace taquin::server {

enum class Rpc { kSolve, kSolveOnce, kSolveBatch, kCheck, kVerify, kGetCapabilities };

inline constexpr std::array<Rpc, 6> kRpcs = {Rpc::kSolve, Rpc::kSolveOnce, Rpc::kSolveBatch,
                                             Rpc::kCheck, Rpc::kVerify,    Rpc::kGetCapabilities};

// Codes of gRPC, OK to UNAUTHENTICATED.
inline constexpr std::size_t kRpcCodes = 17;

// As in "SolveOnce".
std::string_view RpcName(Rpc rpc);

// "unary", "server_stream" or "bidi_stream", as the ecosystem of gRPC has it.
std::string_view RpcType(Rpc rpc);

// As in "InvalidArgument"; "Unknown" for a number that is no code.
std::string_view RpcCodeName(int code);

}  // namespace taquin::server

#endif  // TAQUIN_SERVER_RPC_H_
