package taquin_test

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/resolver"
	"google.golang.org/grpc/resolver/manual"
	"google.golang.org/grpc/status"

	taquin "github.com/taquin/taquin/examples/go"
	"github.com/taquin/taquin/examples/go/gen/taquinv1"
)

// identity is a certificate with its key.
type identity struct {
	certificate *x509.Certificate
	key         *ecdsa.PrivateKey
}

// issue makes an authority, or what the issuer signs for this machine.
func issue(t *testing.T, name string, issuer *identity) *identity {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(time.Now().UnixNano()), Subject: pkix.Name{CommonName: name},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour), BasicConstraintsValid: true,
	}
	parent := &identity{template, key}
	if issuer == nil {
		template.IsCA = true
		template.KeyUsage = x509.KeyUsageCertSign
	} else {
		template.IPAddresses = []net.IP{net.IPv4(127, 0, 0, 1)}
		parent = issuer
	}
	der, err := x509.CreateCertificate(rand.Reader, template, parent.certificate, &key.PublicKey, parent.key)
	if err != nil {
		t.Fatal(err)
	}
	made := &identity{key: key}
	if made.certificate, err = x509.ParseCertificate(der); err != nil {
		t.Fatal(err)
	}
	return made
}

func (i *identity) files(t *testing.T) (certificate, key string) {
	t.Helper()
	der, err := x509.MarshalPKCS8PrivateKey(i.key)
	if err != nil {
		t.Fatal(err)
	}
	write := func(name, kind string, bytes []byte) string {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: bytes}), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	return write("pem", "CERTIFICATE", i.certificate.Raw), write("key", "PRIVATE KEY", der)
}

func tlsConfig(trusted, own *identity) *tls.Config {
	config := &tls.Config{RootCAs: x509.NewCertPool(), MinVersion: tls.VersionTLS12}
	config.RootCAs.AddCert(trusted.certificate)
	if own != nil {
		config.Certificates = []tls.Certificate{{Certificate: [][]byte{own.certificate.Raw}, PrivateKey: own.key}}
	}
	return config
}

func codeOfCall(t *testing.T, client *taquin.Client) codes.Code {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	_, err := client.SolveOnce(ctx, eight())
	return status.Code(err)
}

func TestTLSAndAToken(t *testing.T) {
	authority, stranger := issue(t, "authority", nil), issue(t, "stranger", nil)
	own, forged := issue(t, "client", authority), issue(t, "client", stranger)
	certificate, key := issue(t, "server", authority).files(t)
	clientCA, _ := authority.files(t)
	tokens := filepath.Join(t.TempDir(), "tokens")
	line := fmt.Sprintf("alice %x\n", sha256.Sum256([]byte("open sesame")))
	if err := os.WriteFile(tokens, []byte(line), 0o600); err != nil {
		t.Fatal(err)
	}
	server := startServer(t, "--tls-certificate", certificate, "--tls-key", key, "--tls-client-ca", clientCA,
		"--tokens", tokens)
	for _, each := range []struct {
		name         string
		trusted, own *identity
		token        string
		want         codes.Code
	}{
		{"all is right", authority, own, "open sesame", codes.OK},
		{"another token", authority, own, "open barley", codes.Unauthenticated},
		{"another authority trusted", stranger, own, "open sesame", codes.Unavailable},
		{"no certificate", authority, nil, "open sesame", codes.Unavailable},
		{"another authority's certificate", authority, forged, "open sesame", codes.Unavailable},
	} {
		t.Run(each.name, func(t *testing.T) {
			client := connect(t, server.target(), taquin.WithTLS(tlsConfig(each.trusted, each.own)),
				taquin.WithToken(each.token))
			if code := codeOfCall(t, client); code != each.want {
				t.Errorf("%v, not %v", code, each.want)
			}
		})
	}
	t.Run("no token", func(t *testing.T) {
		client := connect(t, server.target(), taquin.WithTLS(tlsConfig(authority, own)))
		if code := codeOfCall(t, client); code != codes.Unauthenticated {
			t.Error(code)
		}
	})
	waitFor(t, "the server to log the call", func() bool { return len(server.rpcs(t, "SolveOnce", "OK")) == 1 })
	if caller := server.rpcs(t, "SolveOnce", "OK")[0].Caller; caller != "token:alice" {
		t.Error(caller)
	}
}

func TestATokenNeverGoesInPlaintext(t *testing.T) {
	if client, err := taquin.New("localhost:1", taquin.WithToken("open sesame")); err == nil {
		client.Close()
		t.Error("no error")
	}
}

// standIn is a server of gRPC's own, for what the real one does not do on demand.
type standIn struct {
	taquinv1.UnimplementedSolverServiceServer
	tries  atomic.Int32
	answer func(try int32) error
}

func (s *standIn) SolveOnce(context.Context, *taquinv1.SolveRequest) (*taquinv1.SolveOnceResponse, error) {
	return &taquinv1.SolveOnceResponse{}, s.answer(s.tries.Add(1))
}

func (s *standIn) serve(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := grpc.NewServer()
	taquinv1.RegisterSolverServiceServer(server, s)
	go func() { _ = server.Serve(listener) }()
	t.Cleanup(server.Stop)
	return listener.Addr().String()
}

func TestCallsAreTriedAgain(t *testing.T) {
	server := &standIn{answer: func(try int32) error {
		if try < 3 {
			return status.Error(codes.Unavailable, "draining")
		}
		return nil
	}}
	if code := codeOfCall(t, connect(t, server.serve(t))); code != codes.OK || server.tries.Load() != 3 {
		t.Error(code, server.tries.Load())
	}
}

func TestWhatTheCallerMustMendIsNotTriedAgain(t *testing.T) {
	server := &standIn{answer: func(int32) error { return status.Error(codes.InvalidArgument, "wrong") }}
	if code := codeOfCall(t, connect(t, server.serve(t))); code != codes.InvalidArgument || server.tries.Load() != 1 {
		t.Error(code, server.tries.Load())
	}
}

func TestCallsGoRoundTheServersAndRoundOneThatDied(t *testing.T) {
	first, second := startServer(t), startServer(t)
	addresses := manual.NewBuilderWithScheme("servers")
	addresses.InitialState(resolver.State{Addresses: []resolver.Address{{Addr: first.target()}, {Addr: second.target()}}})
	client := connect(t, "servers:///all", taquin.WithDialOptions(grpc.WithResolvers(addresses)))
	reached := func(server *taquind) bool { return len(server.rpcs(t, "SolveOnce", "OK")) > 0 }
	for calls := 0; !reached(first) || !reached(second); calls++ {
		if calls == 1000 { // Until both connections stand, one server gets all.
			t.Fatal("one of the servers got no call")
		}
		if code := codeOfCall(t, client); code != codes.OK {
			t.Fatal(code)
		}
	}
	first.stop()
	for calls := 0; calls < 20; calls++ {
		if code := codeOfCall(t, client); code != codes.OK {
			t.Error(code)
		}
	}
}
