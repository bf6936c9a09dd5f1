# taquin_add_test(NAME SOURCES file... [LIBRARIES target...] [LABELS label...] [TIMEOUT seconds]
#                 [ONE_PROCESS | SHARDS number])
#
# Builds a GoogleTest program and registers each of its cases with ctest, as
# NAME.Suite.Case, so that the cases run in parallel. ONE_PROCESS registers the
# whole program as one test instead: for suites whose set-up is dear and shared.
# SHARDS registers it as so many tests, each with its share of the cases: for
# suites of thousands of cases, of which a process each would cost more than the
# case.
function(taquin_add_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "ONE_PROCESS" "TIMEOUT;SHARDS" "SOURCES;LIBRARIES;LABELS")
  if(arg_UNPARSED_ARGUMENTS OR NOT arg_SOURCES)
    message(FATAL_ERROR "taquin_add_test(${name}): wants SOURCES, does not know: ${arg_UNPARSED_ARGUMENTS}")
  endif()
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 1500) # The longest take minutes on an idle machine; this only ends what hangs.
  endif()
  add_executable(${name} ${arg_SOURCES})
  taquin_configure_target(${name})
  # GoogleTest's expansions compile faster with less optimisation. What is tested keeps its own flags.
  taquin_compile_quickly(${name})
  # bin/ holds what is shipped.
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/tests")
  target_link_libraries(${name} PRIVATE ${arg_LIBRARIES} GTest::gmock_main)
  if(arg_ONE_PROCESS)
    add_test(NAME ${name} COMMAND ${name})
    set_tests_properties(${name} PROPERTIES TIMEOUT ${arg_TIMEOUT} LABELS "${arg_LABELS}")
  elseif(arg_SHARDS)
    math(EXPR last_shard "${arg_SHARDS} - 1")
    foreach(shard RANGE ${last_shard})
      add_test(NAME ${name}.shard_${shard} COMMAND ${name})
      set_tests_properties(${name}.shard_${shard} PROPERTIES TIMEOUT ${arg_TIMEOUT} LABELS "${arg_LABELS}"
        ENVIRONMENT "GTEST_TOTAL_SHARDS=${arg_SHARDS};GTEST_SHARD_INDEX=${shard}")
    endforeach()
  else()
    gtest_discover_tests(${name} TEST_PREFIX "${name}." DISCOVERY_TIMEOUT 120
      PROPERTIES TIMEOUT ${arg_TIMEOUT} LABELS "${arg_LABELS}")
  endif()
endfunction()
