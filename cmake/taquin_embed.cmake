# taquin_embed_files(TARGET HEADER NAMESPACE FILE...)
#
# Makes the header HEADER, as in "client/pages/embedded.h", in TARGET's binary
# directory and adds it to TARGET: a std::string_view a file, named after it, so
# that solve.html is kSolveHtml. It is made anew when a file changes.
#
# The same file, run as a script, writes the header.
if(CMAKE_SCRIPT_MODE_FILE)
  string(MAKE_C_IDENTIFIER "TAQUIN_${HEADER}_" guard)
  string(TOUPPER "${guard}" guard)
  set(text "#ifndef ${guard}\n#define ${guard}\n\n#include <string_view>\n\nnamespace ${NAMESPACE} {\n\n")
  string(REPLACE "|" ";" FILES "${FILES}")
  foreach(file IN LISTS FILES)
    get_filename_component(name "${file}" NAME)
    string(REGEX REPLACE "[^A-Za-z0-9]" "_" words "${name}")
    string(REPLACE "_" ";" words "${words}")
    set(identifier "k")
    foreach(word IN LISTS words)
      string(SUBSTRING "${word}" 0 1 first)
      string(SUBSTRING "${word}" 1 -1 rest)
      string(TOUPPER "${first}" first)
      string(APPEND identifier "${first}${rest}")
    endforeach()
    file(READ "${file}" content)
    string(APPEND text "inline constexpr std::string_view ${identifier} = R\"embedded(${content})embedded\";\n\n")
  endforeach()
  string(APPEND text "}  // namespace ${NAMESPACE}\n\n#endif  // ${guard}\n")
  file(WRITE "${OUTPUT}" "${text}")
  return()
endif()

set(TAQUIN_EMBED_SCRIPT "${CMAKE_CURRENT_LIST_FILE}")

function(taquin_embed_files target header namespace)
  set(output "${CMAKE_CURRENT_BINARY_DIR}/include/${header}")
  list(TRANSFORM ARGN PREPEND "${CMAKE_CURRENT_SOURCE_DIR}/" OUTPUT_VARIABLE files)
  string(REPLACE ";" "|" joined "${files}")
  add_custom_command(OUTPUT "${output}"
    COMMAND "${CMAKE_COMMAND}" "-DOUTPUT=${output}" "-DHEADER=${header}" "-DNAMESPACE=${namespace}"
      "-DFILES=${joined}" -P "${TAQUIN_EMBED_SCRIPT}"
    DEPENDS ${files} "${TAQUIN_EMBED_SCRIPT}" VERBATIM)
  target_sources(${target} PRIVATE "${output}")
  target_include_directories(${target} PRIVATE "${CMAKE_CURRENT_BINARY_DIR}/include")
endfunction()
