# Compiler cache, linker and warnings. clang-22 with lld is the default that tools/setup.sh configures;
# g++ 12 works too.

find_program(FUSION_CCACHE ccache)
if(FUSION_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # ccache needs to be told that precompiled headers and their time stamps are safe to share.
  set(CMAKE_CXX_COMPILER_LAUNCHER env
      CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime "${FUSION_CCACHE}")
endif()

find_program(FUSION_LLD NAMES ld.lld-22 ld.lld PATHS /usr/lib/llvm-22/bin)
if(FUSION_LLD AND CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  add_link_options("-fuse-ld=${FUSION_LLD}")
endif()

add_compile_options(-Wall -Wextra -Wno-unused-parameter -Wno-comment)
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-Xclang> $<$<COMPILE_LANGUAGE:CXX>:-fno-pch-timestamp>)
endif()
