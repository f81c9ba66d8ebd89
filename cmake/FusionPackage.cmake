# Debian packages, one for each component of cmake/FusionInstall.cmake: `cpack` in the build folder, after a build.
# `lintian` finds no errors in them but the maintainer's address, which the option FUSION_PACKAGE_CONTACT replaces, the
# RUNPATH to libMLIR, which Debian has in a folder of its own, and that the plugin has no soname.
#
#   libfusion        libfusion.so.1 and libfusion_runtime.so.0
#   libfusion-dev    headers, static libraries, the CMake package and fusion.pc
#   libfusion-tools  programs, the plugin of mlir-opt, man pages, completion, measured schedules

set(FUSION_PACKAGE_CONTACT "Fusion contributors <fusion@localhost>" CACHE STRING "Maintainer of the Debian packages")

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME fusion)
set(CPACK_PACKAGE_CONTACT "${FUSION_PACKAGE_CONTACT}")
set(CPACK_PACKAGE_VERSION "${PROJECT_VERSION}")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL libfusion libfusion-dev libfusion-tools)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_PRE_BUILD_SCRIPTS "${PROJECT_SOURCE_DIR}/packaging/debian/finish.cmake")
set(package "${PROJECT_BINARY_DIR}/cmake/package")
configure_file("${PROJECT_SOURCE_DIR}/packaging/debian/changelog.in" "${package}/changelog" @ONLY)
foreach(component libfusion libfusion-dev libfusion-tools)
  install(FILES "${package}/changelog" DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/${component}" COMPONENT ${component})
endforeach()
# The mode of folders, whatever the umask.
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)

# fusion_package(NAME SECTION DESCRIPTION DEPENDS RECOMMENDS)
macro(fusion_package name section description depends recommends)
  string(TOUPPER "${name}" upper)
  set(CPACK_DEBIAN_${upper}_PACKAGE_NAME "${name}")
  set(CPACK_DEBIAN_${upper}_PACKAGE_SECTION "${section}")
  set(CPACK_COMPONENT_${upper}_DESCRIPTION "${description}")
  set(CPACK_DEBIAN_${upper}_PACKAGE_DEPENDS "${depends}")
  set(CPACK_DEBIAN_${upper}_PACKAGE_RECOMMENDS "${recommends}")
endmacro()

set(llvm "${LLVM_VERSION_MAJOR}")
set(shared "libmlir-${llvm} (>= 1:${llvm}.${LLVM_VERSION_MINOR}), libllvm${llvm} (>= 1:${llvm}.${LLVM_VERSION_MINOR}), \
libc6 (>= 2.36), libgcc-s1 (>= 3.4), libstdc++6 (>= 12)")
set(linker "lld-${llvm} | lld | binutils")

fusion_package(libfusion libs "Graph-level fusion compiler: shared libraries
 The compiler as a C library, and the library that runs compiled modules."
  "${shared}" "${linker}")
file(WRITE "${package}/triggers" "activate-noawait ldconfig\n")
file(WRITE "${package}/shlibs" "libfusion 1 libfusion (>= ${PROJECT_VERSION})
libfusion_runtime 0 libfusion (>= ${PROJECT_VERSION})\n")
set(CPACK_DEBIAN_LIBFUSION_PACKAGE_CONTROL_EXTRA "${package}/triggers;${package}/shlibs")
fusion_package(libfusion-dev libdevel "Graph-level fusion compiler: development files
 Headers, the static C++ libraries, a CMake package and a pkg-config file."
  "libfusion (= ${PROJECT_VERSION}), libmlir-${llvm}-dev, mlir-${llvm}-tools, llvm-${llvm}-dev, zlib1g-dev, libzstd-dev, \
libxml2-dev, libedit-dev" "")
fusion_package(libfusion-tools devel "Graph-level fusion compiler: programs
 All programs, a language server, a plugin of mlir-opt, measured schedules."
  "libfusion (= ${PROJECT_VERSION}), ${shared}" "${linker}, mlir-${llvm}-tools")

include(CPack)
