// How much a test that samples does in this build.

#ifndef TAQUIN_TESTS_SUPPORT_SAMPLE_SIZE_H_
#define TAQUIN_TESTS_SUPPORT_SAMPLE_SIZE_H_

namespace taquin {

#ifdef TAQUIN_SANITIZED
inline constexpr bool kSanitizedBuild = true;
#else
inline constexpr bool kSanitizedBuild = false;
#endif

// Sanitizers slow the solver ten to thirty times down; what they look for
// shows in a smaller sample too.
constexpr int SampleSize(int plain, int sanitized) { return kSanitizedBuild ? sanitized : plain; }

}  // namespace taquin

#endif  // TAQUIN_TESTS_SUPPORT_SAMPLE_SIZE_H_
