// The connection to taquind: gRPC-Web, through a proxy that turns it into gRPC.

import { type Client, createClient, type Interceptor } from "@connectrpc/connect";
import { createGrpcWebTransport } from "@connectrpc/connect-web";
import { SolverService } from "./gen/taquin/v1/solver_service_pb";

export type SolverClient = Client<typeof SolverService>;

// `baseUrl` is where the proxy answers; `token` is asked before each call, and empty means none.
export function createSolverClient(baseUrl: string, token: () => string): SolverClient {
  const authorize: Interceptor = (next) => (request) => {
    if (token() !== "") request.header.set("authorization", `Bearer ${token()}`);
    return next(request);
  };
  return createClient(SolverService, createGrpcWebTransport({ baseUrl, interceptors: [authorize] }));
}
