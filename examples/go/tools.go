//go:build tools

// The generators of the stubs, so that go.mod pins their versions.
package taquin

import (
	_ "google.golang.org/grpc/cmd/protoc-gen-go-grpc"
	_ "google.golang.org/protobuf/cmd/protoc-gen-go"
)
