include(CMakePackageConfigHelpers)

get_property(rooms GLOBAL PROPERTY GVFN_ROOMS)
install(TARGETS gvfn ${rooms} EXPORT gvfnTargets)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/gvfn DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
        PATTERN gvfn/report EXCLUDE PATTERN gvfn/reproduce EXCLUDE)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/configs ${PROJECT_SOURCE_DIR}/questions DESTINATION ${CMAKE_INSTALL_DATADIR}/gvfn)
install(EXPORT gvfnTargets NAMESPACE gvfn:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/gvfn)
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/gvfnConfig.cmake.in ${PROJECT_BINARY_DIR}/gvfnConfig.cmake
                              INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/gvfn)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/gvfnConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/gvfnConfig.cmake ${PROJECT_BINARY_DIR}/gvfnConfigVersion.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/gvfn)
