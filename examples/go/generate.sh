#!/usr/bin/env bash
# Generates the messages and stubs of taquin.v1 into gen/, by the generators that go.mod pins. Wants protoc.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")"
bin=$PWD/gen/bin
package=github.com/taquin/taquin/examples/go/gen/taquinv1
GOBIN=$bin go install google.golang.org/protobuf/cmd/protoc-gen-go google.golang.org/grpc/cmd/protoc-gen-go-grpc

options=()
for proto in ../../proto/taquin/v1/*.proto; do
  options+=("M${proto#../../proto/}=$package;taquinv1")
done
mappings=$(IFS=, && echo "${options[*]}")
PATH=$bin:$PATH protoc -I../../proto \
  --go_out=. --go_opt="module=github.com/taquin/taquin/examples/go,$mappings" \
  --go-grpc_out=. --go-grpc_opt="module=github.com/taquin/taquin/examples/go,$mappings" \
  ../../proto/taquin/v1/*.proto
