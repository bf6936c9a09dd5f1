#include "client/play/session.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

#include "client/notation/board_writer.h"
#include "tests/client/fake_service.h"

namespace taquin::client {
namespace {

using ::testing::HasSubstr;
using Kind = PlayInput::Kind;
using State = PlaySession::State;

v1::Board MakeBoard(const std::vector<int>& tiles) {
  v1::Board board;
  board.set_rows(2);
  board.set_columns(2);
  for (const int tile : tiles) board.add_tiles(tile);
  return board;
}

class SessionTest : public testing::Test {
 protected:
  SessionTest() {
    service_.solve_once = [this](grpc::ServerContext&, const v1::SolveRequest& request,
                                 v1::SolveOnceResponse& response) {
      ++asked_;
      if (!status_.ok()) return status_;
      v1::SolveResult& result = *response.mutable_result();
      result.set_outcome(outcome_);
      result.set_lower_bound(1);
      if (outcome_ == v1::OUTCOME_NOT_FOUND) return grpc::Status::OK;
      if (FormatBoardLine(request.start()) == "0 2/1 3") result.add_moves(v1::DIRECTION_DOWN);
      result.add_moves(v1::DIRECTION_RIGHT);
      result.set_length(result.moves_size());
      return grpc::Status::OK;
    };
    server_ = std::make_unique<FakeServer>(service_);
    ConnectionOptions connection;
    connection.server = server_->address();
    client_ = *SolverClient::Connect(connection, {});
    Begin(ArrowsMove::kTile);
  }

  void Begin(ArrowsMove arrows, bool can_make_new = false) {
    session_ = std::make_unique<PlaySession>(Game(MakeBoard({0, 2, 1, 3}), MakeBoard({1, 2, 3, 0})),
                                             arrows, can_make_new, v1::SolveRequest(), *client_);
  }

  State Press(char c) { return session_->Do({Kind::kCharacter, c}); }

  // Waits until an answer has been taken up.
  void Answer() {
    while (session_->View().message == "Thinking...") {
      session_->Poll();
      std::this_thread::yield();
    }
  }

  std::string Board() const { return FormatBoardLine(session_->View().board); }
  std::string Message() const { return session_->View().message; }

  FakeService service_;
  std::atomic<int> asked_ = 0;
  grpc::Status status_;
  v1::Outcome outcome_ = v1::OUTCOME_OPTIMAL;
  std::unique_ptr<FakeServer> server_;
  std::unique_ptr<SolverClient> client_;
  std::unique_ptr<PlaySession> session_;
};

TEST_F(SessionTest, ArrowsSlideTheTileIntoTheBlank) {
  EXPECT_EQ(session_->Do({Kind::kUp}), State::kPlaying);
  EXPECT_EQ(Board(), "1 2/0 3");
  EXPECT_THAT(session_->View().title, HasSubstr("1 move"));
  session_->Do({Kind::kRight});
  EXPECT_EQ(Message(), "Nothing can move there.");
  session_->Do({Kind::kLeft});
  EXPECT_EQ(Board(), "1 2/3 0");
  EXPECT_THAT(Message(), HasSubstr("Solved in 2 moves!"));
  EXPECT_EQ(session_->Summary(), "solved in 2 moves");
}

TEST_F(SessionTest, ArrowsMoveTheBlankIfAskedTo) {
  Begin(ArrowsMove::kBlank);
  session_->Do({Kind::kDown});
  EXPECT_EQ(Board(), "1 2/0 3");
  EXPECT_THAT(session_->View().help[0], HasSubstr("move the blank"));
}

TEST_F(SessionTest, LettersDoAsTheArrowsDo) {
  Press('k');
  Press('h');
  EXPECT_EQ(Board(), "1 2/3 0");
  Press('l');
  Press('j');
  EXPECT_EQ(Board(), "0 2/1 3");
  EXPECT_THAT(session_->View().title, HasSubstr("4 moves"));
}

TEST_F(SessionTest, AClickMovesATileBesideTheBlankAlone) {
  session_->Do({Kind::kTile, '\0', 3});
  EXPECT_EQ(Board(), "0 2/1 3");
  session_->Do({Kind::kTile, '\0', 1});
  EXPECT_EQ(Board(), "1 2/0 3");
}

TEST_F(SessionTest, UndoRedoAndRestart) {
  Press('u');
  EXPECT_THAT(Message(), HasSubstr("nothing to take back"));
  Press('k');
  Press('h');
  Press('u');
  EXPECT_EQ(Board(), "1 2/0 3");
  Press('r');
  EXPECT_EQ(Board(), "1 2/3 0");
  Press('r');
  EXPECT_THAT(Message(), HasSubstr("nothing to make again"));
  Press('R');
  EXPECT_EQ(Board(), "0 2/1 3");
  EXPECT_THAT(session_->View().title, HasSubstr("0 moves"));
}

TEST_F(SessionTest, AHintTellsHowFarThenWhereAndIsKeptWhileItIsFollowed) {
  Press('?');
  Answer();
  EXPECT_EQ(Message(), "2 moves to go; ? again shows where.");
  EXPECT_EQ(session_->View().marked_tile, 0);
  Press('?');
  EXPECT_EQ(Message(), "2 moves to go: tile 1 up.");
  EXPECT_EQ(session_->View().marked_tile, 1);
  Press('k');
  EXPECT_EQ(session_->View().marked_tile, 0);
  Press('?');
  EXPECT_EQ(Message(), "1 move to go; ? again shows where.");
  EXPECT_EQ(asked_, 1);
  Press('l');  // Nothing moves, and nothing is lost.
  Press('?');
  EXPECT_THAT(Message(), HasSubstr("1 move to go"));
  Press('u');
  Press('?');
  Answer();
  EXPECT_THAT(Message(), HasSubstr("2 moves to go"));
  EXPECT_EQ(asked_, 2);
}

TEST_F(SessionTest, AHintThatIsNoProofSaysSo) {
  outcome_ = v1::OUTCOME_FEASIBLE;
  Press('?');
  Answer();
  EXPECT_THAT(Message(), HasSubstr("At most 2 moves to go"));
  Begin(ArrowsMove::kTile);
  outcome_ = v1::OUTCOME_NOT_FOUND;
  Press('?');
  Answer();
  EXPECT_EQ(Message(), "Too hard to tell; at least 1 moves.");
}

TEST_F(SessionTest, TheShortestIsToldOfTheStartAndAskedOnce) {
  Press('k');
  Press('o');
  Answer();
  EXPECT_EQ(Message(), "From the start, the shortest takes 2 moves.");
  Press('u');
  Press('o');
  EXPECT_EQ(Message(), "From the start, the shortest takes 2 moves.");
  EXPECT_EQ(asked_, 1);
  Press('k');
  Press('h');
  EXPECT_EQ(Message(), "Solved in 2 moves! The shortest has 2.");
}

TEST_F(SessionTest, AServerThatRefusesOrIsGoneDoesNotEndTheGame) {
  status_ = grpc::Status(grpc::StatusCode::RESOURCE_EXHAUSTED, "the queue is full");
  Press('?');
  Answer();
  EXPECT_THAT(Message(), HasSubstr("No answer: "));
  EXPECT_THAT(Message(), HasSubstr("the queue is full"));
  server_.reset();
  Press('?');
  Answer();
  EXPECT_THAT(Message(), HasSubstr("No answer: "));
  Press('k');
  EXPECT_EQ(Board(), "1 2/0 3");
}

TEST_F(SessionTest, EveryWayOut) {
  EXPECT_EQ(Press('q'), State::kLeft);
  EXPECT_EQ(session_->Do({Kind::kInterrupt}), State::kInterrupted);
  EXPECT_EQ(session_->Do({Kind::kClosed}), State::kLeft);
  EXPECT_EQ(session_->Summary(), "left after 0 moves at 0 2/1 3");
  EXPECT_EQ(Press('n'), State::kPlaying);  // The board was given.
  EXPECT_THAT(Message(), HasSubstr("This board was given"));
  Press('x');
  session_->Do({});
  EXPECT_EQ(Board(), "0 2/1 3");
}

TEST_F(SessionTest, ARandomBoardCanBeFollowedByAnother) {
  Begin(ArrowsMove::kTile, true);
  EXPECT_THAT(session_->View().help.back(), HasSubstr("n new"));
  EXPECT_EQ(Press('n'), State::kNewBoardWanted);
}

}  // namespace
}  // namespace taquin::client
