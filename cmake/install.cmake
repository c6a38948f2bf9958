include(CMakePackageConfigHelpers)

install(TARGETS drover EXPORT drover-targets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
  FILE_SET public_headers DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT drover-targets NAMESPACE drover:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/drover)
configure_package_config_file(cmake/drover-config.cmake.in drover-config.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/drover)
write_basic_package_version_file(drover-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/drover-config.cmake
              ${CMAKE_CURRENT_BINARY_DIR}/drover-config-version.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/drover)
if(DROVER_BUILD_CLI)
  install(TARGETS drover_program RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  install(DIRECTORY ${PROJECT_BINARY_DIR}/share/ DESTINATION ${CMAKE_INSTALL_DATADIR} OPTIONAL)
endif()
install(FILES LICENSE README.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
