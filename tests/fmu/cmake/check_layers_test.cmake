# Plants one file in an otherwise empty tree and looks what CheckLayers.cmake says to it.
#   cmake -D SCRIPT=CheckLayers.cmake -D WORK=folder -P check_layers_test.cmake
cmake_minimum_required(VERSION 3.25)

function(expect file text wanted)
  file(REMOVE_RECURSE "${WORK}")
  file(WRITE "${WORK}/${file}" "${text}\n")
  execute_process(COMMAND ${CMAKE_COMMAND} -D ROOT=${WORK} -P ${SCRIPT}
                  RESULT_VARIABLE result OUTPUT_VARIABLE said ERROR_VARIABLE said)
  if(wanted STREQUAL "fine")
    if(NOT result EQUAL 0)
      message(SEND_ERROR "${file} with ${text} was refused: ${said}")
    endif()
  elseif(result EQUAL 0 OR NOT said MATCHES "${wanted}")
    message(SEND_ERROR "${file} with ${text} should give \"${wanted}\", got ${result}: ${said}")
  endif()
endfunction()

expect(model/math/a.cpp "#include <vector>" fine)
expect(model/step/a.cpp "#include \"model/lcp/problem.h\"" fine)
expect(model/lcp/a.cpp "#include \"model/core/error.h\"" fine)
expect(fmu/cli/a.cpp "#include <iostream>" fine)
expect(fmu/cli/a.cpp "#include \"fmu/plant/plant.h\"" fine)

expect(model/lcp/a.cpp "#include \"model/core/model.h\"" "model/lcp may include only")
expect(model/collision/a.h "  #  include \"model/step/step.h\"" "model/collision may include only")
expect(model/core/deep/a.h "#include \"model/step/step.h\"" "model/core may include only")
expect(model/step/a.cpp "#include \"fmu/api/fmi2.h\"" "model/step may include only")
expect(model/step/a.cpp "#include \"step.h\"" "from the root")
expect(fmu/shell/a.cpp "#include \"fmu/plant/plant.h\"" "fmu/shell may include only")
expect(fmu/plant/a.cpp "#include \"fmu/archive/zip.h\"" "must not end up in an FMU")
expect(model/core/a.h "#include <iostream>" "must not end up in an FMU")
expect(fmu/plant/a.cpp "#include <mutex>" "must not end up in an FMU")
expect(model/novelty/a.cpp "" "no layer yet")
