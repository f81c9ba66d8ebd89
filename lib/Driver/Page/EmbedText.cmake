# EmbedText.cmake: writes OUTPUT, C++ string literals of the files of FOLDER: kStyle, kScript and kPage.
#   cmake -DFOLDER=… -DOUTPUT=… "-DSCRIPTS=a.js b.js" -P EmbedText.cmake

function(append_literal NAME)
  set(literals "")
  foreach(file ${ARGN})
    file(READ "${FOLDER}/${file}" content)
    string(APPEND literals "R\"fusion(${content})fusion\"\n")
  endforeach()
  file(APPEND "${OUTPUT}.new" "static constexpr llvm::StringLiteral ${NAME} =\n${literals};\n")
endfunction()

file(WRITE "${OUTPUT}.new" "")
separate_arguments(SCRIPTS)
append_literal(kPage page.html)
append_literal(kStyle page.css)
append_literal(kScript ${SCRIPTS})
file(RENAME "${OUTPUT}.new" "${OUTPUT}")
