package taquin_test

import (
	"bufio"
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// build compiles a program of this module.
func build(t *testing.T, what string) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "program")
	if output, err := exec.Command("go", "build", "-o", program, what).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	return program
}

func TestProgram(t *testing.T) {
	server := startServer(t)
	program := build(t, "./cmd/taquin-solve")
	for _, each := range []struct {
		board, stdout, stderr string
		code                  int
	}{
		{"1 2 3 / 4 5 6 / _ 7 8", "optimal 2 moves\nRR\n", "", 0},
		{"2 1 3 / 4 5 6 / 7 8 _", "unsolvable", "", 1},
		{"1 2 3 / 4 5 6 / 7 7 _", "", "start.tiles", 2},
		{"1 2 / 3", "", "row 2", 2},
	} {
		var stdout, stderr bytes.Buffer
		command := exec.Command(program, "-server", server.target(), each.board)
		command.Stdout, command.Stderr = &stdout, &stderr
		_ = command.Run()
		if command.ProcessState.ExitCode() != each.code || !strings.HasPrefix(stdout.String(), each.stdout) ||
			!strings.Contains(stderr.String(), each.stderr) {
			t.Errorf("%s: exit code %d\n%s%s", each.board, command.ProcessState.ExitCode(), &stdout, &stderr)
		}
	}

	t.Run("an interrupt stops the search", func(t *testing.T) {
		command := exec.Command(program, "-server", server.target(), "-algorithm", "ida-star", hardBoard)
		stderr, err := command.StderrPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := command.Start(); err != nil {
			t.Fatal(err)
		}
		if line, err := bufio.NewReader(stderr).ReadString('\n'); !strings.Contains(line, "at least") {
			t.Error(line, err)
		}
		if err := command.Process.Signal(os.Interrupt); err != nil {
			t.Error(err)
		}
		_ = command.Wait()
		if command.ProcessState.ExitCode() != 130 {
			t.Error(command.ProcessState)
		}
		waitFor(t, "the server to end the search", func() bool { return len(server.rpcs(t, "Solve", "Canceled")) == 1 })
	})
}

func TestTheProgramShownPrintsWhatIsShown(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	shown := regexp.MustCompile("(?s)```go\n(.*?)```.*?prints `(.*?)`").FindSubmatch(readme)
	if shown == nil {
		t.Fatal("README.md shows no program, or not what it prints")
	}
	// Within the module, for that is where its packages can be found.
	directory, err := os.MkdirTemp("gen", "readme")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(directory)
	source := strings.ReplaceAll(string(shown[1]), "localhost:50051", startServer(t).target())
	if err := os.WriteFile(filepath.Join(directory, "main.go"), []byte(source), 0o600); err != nil {
		t.Fatal(err)
	}
	printed, err := exec.Command(build(t, "./"+directory)).CombinedOutput()
	// Another path of this length is as good.
	want := regexp.MustCompile(`[UDLR]+$`).ReplaceAllString(string(shown[2]), "")
	if err != nil || !strings.HasPrefix(string(printed), want) || len(printed) != len(shown[2])+1 {
		t.Errorf("%v\n%s", err, printed)
	}
}
