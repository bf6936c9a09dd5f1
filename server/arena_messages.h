// A unary call's request and answer in one piece of memory.

#ifndef TAQUIN_SERVER_ARENA_MESSAGES_H_
#define TAQUIN_SERVER_ARENA_MESSAGES_H_

#include <array>
#include <cstddef>

#include "google/protobuf/arena.h"
#include "grpcpp/support/message_allocator.h"

namespace taquin::server {

// Gives each call an arena, for both of its messages and all that is in them:
// one allocation instead of one for every board, path and number list. What an
// answer is made of has to be made in the answer; what is moved into it is copied.
//
// Thread-safe.
template <class Request, class Response>
class ArenaMessages final : public grpc::MessageAllocator<Request, Response> {
 public:
  grpc::MessageHolder<Request, Response>* AllocateMessages() override { return new Messages(); }

 private:
  // Deleted by gRPC when the call is done, by Release().
  class Messages final : public grpc::MessageHolder<Request, Response> {
   public:
    Messages() : arena_(block_.data(), block_.size()) {
      this->set_request(google::protobuf::Arena::CreateMessage<Request>(&arena_));
      this->set_response(google::protobuf::Arena::CreateMessage<Response>(&arena_));
    }

    void Release() override { delete this; }

   private:
    // Room for boards of up to 5 x 5; larger ones take more blocks.
    static constexpr std::size_t kBlockBytes = 2048;

    alignas(std::max_align_t) std::array<char, kBlockBytes> block_;
    google::protobuf::Arena arena_;
  };
};

}  // namespace taquin::server

#endif  // TAQUIN_SERVER_ARENA_MESSAGES_H_
