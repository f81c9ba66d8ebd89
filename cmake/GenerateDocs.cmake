# Writes the reference pages OUTPUT/Dialect.md and OUTPUT/Passes.md from the TableGen files, and OUTPUT/Epilogues.md
# from test/Epilogues.
#   cmake -DMLIR_TABLEGEN=... -DMLIR_INCLUDE=... -DSOURCE=<checkout> -DOUTPUT=<folder> -P GenerateDocs.cmake

function(run_tablegen result)
  execute_process(COMMAND "${MLIR_TABLEGEN}" -I "${SOURCE}/include" -I "${MLIR_INCLUDE}" ${ARGN}
    OUTPUT_VARIABLE text RESULT_VARIABLE status)
  if(status)
    message(FATAL_ERROR "mlir-tblgen ${ARGN} failed")
  endif()
  string(REGEX REPLACE "<!--[^\n]*-->\n" "" text "${text}")
  string(REGEX REPLACE "[ \t]+\n" "\n" text "${text}")
  string(REGEX REPLACE "\n\n\n+" "\n\n" text "${text}")
  string(STRIP "${text}" text)
  set(${result} "${text}" PARENT_SCOPE)
endfunction()

set(note "<!-- Made by the target fusion-docs from the TableGen files; change those. -->\n\n")

run_tablegen(dialect -gen-dialect-doc -dialect=fusion "${SOURCE}/include/fusion/Dialect/Fusion/IR/FusionOps.td")
run_tablegen(scalars -gen-op-doc "${SOURCE}/include/fusion/Dialect/Fusion/IR/FusionScalarOps.td")
run_tablegen(quant -gen-op-doc "${SOURCE}/include/fusion/Dialect/Fusion/IR/FusionQuantOps.td")
run_tablegen(stores -gen-op-doc "${SOURCE}/include/fusion/Dialect/Fusion/IR/FusionStoreOps.td")
string(APPEND dialect "\n\n## Scalars in maps\n\n${scalars}\n\n## Quantisation\n\n${quant}\n\n## Outputs\n\n${stores}")
# The attributes of families' options are extensions of the dialect.
file(GLOB option_files RELATIVE "${SOURCE}/include/fusion" "${SOURCE}/include/fusion/Families/*/Options.td")
list(SORT option_files)
foreach(file IN LISTS option_files)
  run_tablegen(text -gen-attrdef-doc "${SOURCE}/include/fusion/${file}")
  run_tablegen(enums -gen-enum-doc "${SOURCE}/include/fusion/${file}")
  get_filename_component(folder "${file}" DIRECTORY)
  string(APPEND dialect "\n\n## ${folder}\n\n${text}\n\n${enums}")
endforeach()
file(WRITE "${OUTPUT}/Dialect.md" "${note}${dialect}\n")

file(GLOB_RECURSE pass_files RELATIVE "${SOURCE}/include/fusion" "${SOURCE}/include/fusion/*Passes.td")
list(SORT pass_files)
set(passes "")
foreach(file IN LISTS pass_files ITEMS ../../verify/CheckBarriers/Passes.td)
  run_tablegen(text -gen-pass-doc "${SOURCE}/include/fusion/${file}")
  get_filename_component(folder "${file}" DIRECTORY)
  string(REPLACE "../" "" folder "${folder}")
  string(APPEND passes "## ${folder}\n\n${text}\n\n")
endforeach()
string(STRIP "${passes}" passes)
file(WRITE "${OUTPUT}/Passes.md" "${note}# Passes\n\nBy folder of `lib/`, and the check of [`verify/`](../../verify/README.md). The pipelines that run them: \
`include/fusion/Pipelines/Pipelines.h`.\n\nStatistics are counted, and printed by `--mlir-pass-statistics`, where LLVM is \
built to count (with assertions, or\nwith `LLVM_FORCE_ENABLE_STATS`). Debian's is not.\n\n${passes}\n")

find_program(python NAMES python3 python REQUIRED)
execute_process(COMMAND "${python}" "${SOURCE}/tools/epilogues.py" table "${SOURCE}/test/Epilogues"
  OUTPUT_VARIABLE epilogues RESULT_VARIABLE status)
if(status)
  message(FATAL_ERROR "tools/epilogues.py failed")
endif()
file(WRITE "${OUTPUT}/Epilogues.md" "${epilogues}")
