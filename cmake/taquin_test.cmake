# taquin_add_test(NAME SOURCES file... [LIBRARIES target...] [LABELS label...] [TIMEOUT seconds] [ONE_PROCESS])
#
# Builds a GoogleTest program and registers each of its cases with ctest, as
# NAME.Suite.Case, so that the cases run in parallel. ONE_PROCESS registers the
# whole program as one test instead: for suites whose set-up is dear and shared.
function(taquin_add_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "ONE_PROCESS" "TIMEOUT" "SOURCES;LIBRARIES;LABELS")
  if(arg_UNPARSED_ARGUMENTS OR NOT arg_SOURCES)
    message(FATAL_ERROR "taquin_add_test(${name}): wants SOURCES, does not know: ${arg_UNPARSED_ARGUMENTS}")
  endif()
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 300)
  endif()
  add_executable(${name} ${arg_SOURCES})
  taquin_configure_target(${name})
  # The sanitizers see as much, and GoogleTest's expansions compile in a third of the time.
  if(TAQUIN_SANITIZE)
    target_compile_options(${name} PRIVATE -O0)
  endif()
  # bin/ holds what is shipped.
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/tests")
  target_link_libraries(${name} PRIVATE ${arg_LIBRARIES} GTest::gmock_main)
  if(arg_ONE_PROCESS)
    add_test(NAME ${name} COMMAND ${name})
    set_tests_properties(${name} PROPERTIES TIMEOUT ${arg_TIMEOUT} LABELS "${arg_LABELS}")
  else()
    gtest_discover_tests(${name} TEST_PREFIX "${name}." DISCOVERY_TIMEOUT 120
      PROPERTIES TIMEOUT ${arg_TIMEOUT} LABELS "${arg_LABELS}")
  endif()
endfunction()
