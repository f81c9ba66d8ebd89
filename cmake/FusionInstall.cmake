# fusion_install(): headers, libraries, tools and the CMake package. Called last, when every target is known.
#
#   find_package(Fusion CONFIG)  →  Fusion::FusionInitAll and the other libraries, Fusion::FusionRuntime

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

function(fusion_install)
  get_property(libraries GLOBAL PROPERTY FUSION_LIBRARIES)
  get_property(tools GLOBAL PROPERTY FUSION_TOOLS)
  set(package "${CMAKE_INSTALL_LIBDIR}/cmake/Fusion")

  install(TARGETS ${libraries} fusion_mlir EXPORT FusionTargets
    ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}"
    LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}")
  install(TARGETS ${tools} RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
  install(EXPORT FusionTargets NAMESPACE Fusion:: DESTINATION "${package}")

  install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
    FILES_MATCHING PATTERN "*.h" PATTERN "*.td")
  install(DIRECTORY "${PROJECT_BINARY_DIR}/include/" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
    FILES_MATCHING PATTERN "*.inc" PATTERN "CMakeFiles" EXCLUDE)
  # Measured schedules, for --tuning-db.
  if(EXISTS "${PROJECT_SOURCE_DIR}/tuning")
    install(DIRECTORY "${PROJECT_SOURCE_DIR}/tuning" DESTINATION "${CMAKE_INSTALL_DATADIR}/fusion"
      FILES_MATCHING PATTERN "*.json")
  endif()
  install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" "${PROJECT_SOURCE_DIR}/README.md" DESTINATION "${CMAKE_INSTALL_DOCDIR}")

  set(generated "${PROJECT_BINARY_DIR}/cmake/package")
  configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/FusionConfig.cmake.in" "${generated}/FusionConfig.cmake"
    INSTALL_DESTINATION "${package}")
  write_basic_package_version_file("${generated}/FusionConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
  install(FILES "${generated}/FusionConfig.cmake" "${generated}/FusionConfigVersion.cmake" DESTINATION "${package}")
endfunction()
