# What of a CUDA toolkit is there. Nothing links to it: the driver and nvJitLink are loaded at run time, so all this
# says is where a cubin maker can be found beside the usual places, and which tests can run.
#
#   FUSION_CUDA=OFF      leaves cubins out (PTX is still written)
#   FUSION_CUDA_ROOT=DIR the toolkit, or the folder that tools/setup.sh filled from the wheels

option(FUSION_CUDA "Make cubins with nvJitLink or ptxas, and test them" ON)
set(FUSION_CUDA_ROOT "" CACHE PATH "Folder with bin/ptxas and lib/libnvJitLink.so (empty: the usual places)")

if(FUSION_CUDA)
  set(hints ${FUSION_CUDA_ROOT} ENV CUDA_HOME ENV CUDA_PATH /usr/local/cuda)
  find_program(FUSION_PTXAS_PROGRAM ptxas HINTS ${hints} PATH_SUFFIXES bin)
  find_file(FUSION_NVJITLINK_LIBRARY NAMES libnvJitLink.so.13 HINTS ${hints}
    PATH_SUFFIXES lib64 lib targets/x86_64-linux/lib)
endif()
foreach(found FUSION_PTXAS_PROGRAM FUSION_NVJITLINK_LIBRARY)
  if(NOT FUSION_CUDA OR NOT ${found})
    set(${found} "")
  endif()
endforeach()
message(STATUS "ptxas: ${FUSION_PTXAS_PROGRAM}; nvJitLink: ${FUSION_NVJITLINK_LIBRARY}")
