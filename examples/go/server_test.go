package taquin_test

import (
	"bytes"
	"encoding/json"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	taquin "github.com/taquin/taquin/examples/go"
)

// patience only ends what hangs.
const patience = 3 * time.Minute

func waitFor(t *testing.T, what string, condition func() bool) {
	t.Helper()
	for end := time.Now().Add(patience); !condition(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("waited in vain for %s", what)
		}
	}
}

// taquind is the real server, started for a test.
type taquind struct {
	port    string
	log     string
	process *exec.Cmd
}

func startServer(t *testing.T, flags ...string) *taquind {
	t.Helper()
	program := os.Getenv("TAQUIN_SERVER_PROGRAM")
	if program == "" {
		program = "../../build/release/bin/taquind"
	}
	directory := t.TempDir()
	portFile := filepath.Join(directory, "port")
	s := &taquind{log: filepath.Join(directory, "log")}
	log, err := os.Create(s.log)
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	s.process = exec.Command(program,
		append([]string{"--port", "0", "--port-file", portFile, "--tables", "none"}, flags...)...)
	s.process.Stderr = log
	if err := s.process.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() { _ = s.process.Wait(); close(ended) }()
	t.Cleanup(func() { s.stop(); <-ended })
	waitFor(t, "the server's port", func() bool {
		select {
		case <-ended:
			text, _ := os.ReadFile(s.log)
			t.Fatalf("the server ended: %s", text)
		default:
		}
		port, err := os.ReadFile(portFile)
		s.port = strings.TrimSpace(string(port))
		return err == nil && s.port != ""
	})
	return s
}

func (s *taquind) stop() { _ = s.process.Process.Kill() }

func (s *taquind) target() string { return net.JoinHostPort("127.0.0.1", s.port) }

type rpcEvent struct {
	Event, Method, Code, Caller string
}

// rpcs gives the calls of this method that ended with this code, as the server names it in its log.
func (s *taquind) rpcs(t *testing.T, method, code string) []rpcEvent {
	t.Helper()
	text, err := os.ReadFile(s.log)
	if err != nil {
		t.Fatal(err)
	}
	var found []rpcEvent
	lines := bytes.Split(text, []byte("\n"))
	for _, line := range lines[:len(lines)-1] { // The last one may be half written.
		var event rpcEvent
		if err := json.Unmarshal(line, &event); err != nil {
			t.Fatalf("%v in %s", err, line)
		}
		if event.Event == "rpc" && event.Method == method && event.Code == code {
			found = append(found, event)
		}
	}
	return found
}

func connect(t *testing.T, target string, options ...taquin.Option) *taquin.Client {
	t.Helper()
	client, err := taquin.New(target, options...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = client.Close() })
	return client
}
