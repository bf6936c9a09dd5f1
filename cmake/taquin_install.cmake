# What `cmake --install` puts where beside the programs, and the Debian packages that cpack makes of it all. Components:
# `library` (the solver, its headers, find_package and pkg-config), and with the service `server` and `client`.
include(CMakePackageConfigHelpers)

install(TARGETS taquin_problem taquin_solver EXPORT taquin
  ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT library
  INCLUDES DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/taquin")
install(DIRECTORY solver DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/taquin" COMPONENT library
  FILES_MATCHING PATTERN "*.h")
set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/taquin")
install(EXPORT taquin NAMESPACE taquin:: FILE taquinTargets.cmake DESTINATION "${package_dir}" COMPONENT library)
configure_package_config_file(cmake/taquinConfig.cmake.in "${PROJECT_BINARY_DIR}/taquinConfig.cmake"
  INSTALL_DESTINATION "${package_dir}" NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file("${PROJECT_BINARY_DIR}/taquinConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
# Debian's library directory is one deeper than others'.
file(RELATIVE_PATH prefix_from_pkgconfig "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
configure_file(cmake/taquin.pc.in "${PROJECT_BINARY_DIR}/taquin.pc" @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/taquinConfig.cmake" "${PROJECT_BINARY_DIR}/taquinConfigVersion.cmake"
  DESTINATION "${package_dir}" COMPONENT library)
install(FILES "${PROJECT_BINARY_DIR}/taquin.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig" COMPONENT library)

set(CPACK_COMPONENTS_ALL library)
if(TAQUIN_BUILD_SERVICE)
  list(APPEND CPACK_COMPONENTS_ALL server client)
  install(FILES deploy/taquind.toml DESTINATION "${CMAKE_INSTALL_DATADIR}/taquin" COMPONENT server)
  # The unit in deploy/ is for /usr/local; here the prefix is known when it is installed.
  install(CODE "set(unit \"${PROJECT_SOURCE_DIR}/deploy/taquind.service\")" COMPONENT server)
  install(CODE [[
    file(READ "${unit}" text)
    string(REGEX REPLACE "^(#[^\n]*\n)+" "" text "${text}")
    string(REPLACE "/usr/local/" "${CMAKE_INSTALL_PREFIX}/" text "${text}")
    file(WRITE "$ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}/lib/systemd/system/taquind.service" "${text}")
  ]] COMPONENT server)
endif()

set(CPACK_PACKAGE_VENDOR "Taquin")
set(CPACK_PACKAGE_CONTACT "Taquin's authors <taquin@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "Sliding-tile puzzle solver")
set(CPACK_PACKAGE_HOMEPAGE_URL "https://github.com/taquin/taquin")
set(CPACK_PACKAGE_DIRECTORY "${PROJECT_SOURCE_DIR}/build/packages")
set(CPACK_STRIP_FILES ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION games)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME libtaquin-dev)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_DEPENDS "libabsl-dev")
set(CPACK_DEBIAN_LIBRARY_DESCRIPTION "Sliding-tile puzzle solver: the C++ library")
set(CPACK_DEBIAN_SERVER_PACKAGE_NAME taquind)
set(CPACK_DEBIAN_SERVER_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_SERVER_DESCRIPTION "Sliding-tile puzzle solver: the gRPC server")
set(CPACK_DEBIAN_SERVER_PACKAGE_CONTROL_EXTRA
  "${PROJECT_SOURCE_DIR}/deploy/debian/postinst"
  "${PROJECT_SOURCE_DIR}/deploy/debian/prerm"
  "${PROJECT_SOURCE_DIR}/deploy/debian/postrm")
set(CPACK_DEBIAN_SERVER_PACKAGE_CONTROL_STRICT_PERMISSION TRUE)
set(CPACK_DEBIAN_CLIENT_PACKAGE_NAME taquin)
set(CPACK_DEBIAN_CLIENT_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_CLIENT_PACKAGE_RECOMMENDS taquind)
set(CPACK_DEBIAN_CLIENT_DESCRIPTION "Sliding-tile puzzle solver: the command-line client")
include(CPack)
