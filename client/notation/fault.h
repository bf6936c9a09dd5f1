// What is wrong with a text that somebody typed, and where.

#ifndef TAQUIN_CLIENT_NOTATION_FAULT_H_
#define TAQUIN_CLIENT_NOTATION_FAULT_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "client/notation/source_text.h"

namespace taquin::client {

// A fault before its place is worked out. Units: bytes of the source text.
struct TextFault {
  std::size_t offset = 0;
  std::size_t length = 1;
  std::string message;
};

// A fault as a person reads it. Lines and columns count from 1, columns in
// characters rather than bytes.
struct Fault {
  int line = 1;
  int column = 1;
  std::string message;
  // The part of the line around the fault, without control characters, and
  // the line of spaces and carets that goes under it.
  std::string excerpt;
  std::string caret;
};

// Works out lines, columns and excerpts. `faults` must be of `text`. The
// result is in the order of the text.
std::vector<Fault> LocateFaults(const SourceText& text, std::vector<TextFault> faults);

// Every fault as "SOURCE:LINE:COLUMN: MESSAGE" with its excerpt and caret
// below, one after another; ends with a newline. Past `max_faults` only the
// number of those left out is said.
std::string DescribeFaults(std::string_view source, const std::vector<Fault>& faults,
                           std::size_t max_faults = 20);

}  // namespace taquin::client

#endif  // TAQUIN_CLIENT_NOTATION_FAULT_H_
