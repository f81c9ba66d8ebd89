# fusion_install(): headers, libraries, tools and the CMake package. Called last, when every target is known.
#
#   find_package(Fusion CONFIG)               Fusion::FusionInitAll and the other libraries, with MLIR
#   find_package(Fusion CONFIG COMPONENTS C)  Fusion::FusionC and Fusion::FusionRuntime alone
#
# Components of the installation, which are also the packages of cmake/FusionPackage.cmake:
#   libfusion        the shared libraries
#   libfusion-dev    what building against them or against the static libraries takes
#   libfusion-tools  programs, the plugin and measured schedules

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

function(fusion_install)
  get_property(libraries GLOBAL PROPERTY FUSION_LIBRARIES)
  get_property(shared GLOBAL PROPERTY FUSION_SHARED_LIBRARIES)
  get_property(tools GLOBAL PROPERTY FUSION_TOOLS)
  set(package "${CMAKE_INSTALL_LIBDIR}/cmake/Fusion")

  install(TARGETS ${shared} EXPORT FusionSharedTargets
    LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT libfusion NAMELINK_COMPONENT libfusion-dev)
  install(TARGETS ${libraries} fusion_mlir EXPORT FusionTargets
    ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT libfusion-dev)
  install(TARGETS ${tools}
    RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT libfusion-tools
    LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT libfusion-tools)
  foreach(targets FusionSharedTargets FusionTargets)
    install(EXPORT ${targets} NAMESPACE Fusion:: DESTINATION "${package}" COMPONENT libfusion-dev)
  endforeach()

  install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" COMPONENT libfusion-dev
    FILES_MATCHING PATTERN "*.h" PATTERN "*.td")
  install(DIRECTORY "${PROJECT_BINARY_DIR}/include/" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" COMPONENT libfusion-dev
    FILES_MATCHING PATTERN "*.inc" PATTERN "Version.h" PATTERN "CMakeFiles" EXCLUDE)
  # Measured schedules, for --tuning-db.
  if(EXISTS "${PROJECT_SOURCE_DIR}/tuning")
    install(DIRECTORY "${PROJECT_SOURCE_DIR}/tuning" DESTINATION "${CMAKE_INSTALL_DATADIR}/fusion"
      COMPONENT libfusion-tools FILES_MATCHING PATTERN "*.json")
  endif()
  foreach(component libfusion libfusion-dev libfusion-tools)
    install(FILES "${PROJECT_SOURCE_DIR}/packaging/debian/copyright"
      DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/${component}" COMPONENT ${component})
  endforeach()
  install(FILES "${PROJECT_SOURCE_DIR}/README.md" DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/libfusion-tools"
    COMPONENT libfusion-tools)

  set(generated "${PROJECT_BINARY_DIR}/cmake/package")
  configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/FusionConfig.cmake.in" "${generated}/FusionConfig.cmake"
    INSTALL_DESTINATION "${package}")
  write_basic_package_version_file("${generated}/FusionConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
  install(FILES "${generated}/FusionConfig.cmake" "${generated}/FusionConfigVersion.cmake" DESTINATION "${package}"
    COMPONENT libfusion-dev)
  configure_file("${PROJECT_SOURCE_DIR}/cmake/fusion.pc.in" "${generated}/fusion.pc" @ONLY)
  install(FILES "${generated}/fusion.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig" COMPONENT libfusion-dev)
endfunction()
