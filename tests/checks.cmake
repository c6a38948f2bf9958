# Checks that are no unit tests: other programs that compute the same, the program from outside, a project that consumes
# the installed package, the layering and the format.
function(drover_add_check suite name)
  if(suite IN_LIST DROVER_TESTS)
    add_test(NAME ${name} COMMAND ${Python3_EXECUTABLE} ${ARGN} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
    set_tests_properties(${name} PROPERTIES LABELS check SKIP_RETURN_CODE 77 TIMEOUT 1800)
  endif()
endfunction()

if(peer_tools)
  drover_add_check(peers peers tests/peers/run.py ${peer_tools})
endif()

if(DROVER_BUILD_CLI)
  drover_add_check(program cli tests/cli/run.py $<TARGET_FILE:drover_program>)
  if(TEST cli)
    set_tests_properties(cli PROPERTIES PROCESSORS 2)
  endif()
  if(TEST cli AND DROVER_SANITIZE)
    set_property(TEST cli APPEND PROPERTY ENVIRONMENT "DROVER_QUICK_TESTS=1")
  endif()
  if(TEST cli AND NOT DROVER_LEARN)
    set_property(TEST cli APPEND PROPERTY ENVIRONMENT "DROVER_WITHOUT_LEARN=1")
  endif()
endif()

if(NOT DROVER_SANITIZE)  # a consumer has the package without
  drover_add_check(install install.consumer tests/install/run.py ${CMAKE_COMMAND} ${PROJECT_BINARY_DIR})
endif()

drover_add_check(sources lint.include_order tests/lint/include_order.py src/drover)
drover_add_check(sources lint.in_memory tests/lint/in_memory.py src/drover)
drover_add_check(sources lint.nothing_prints tests/lint/nothing_prints.py src/drover)
drover_add_check(sources lint.facade tests/lint/facade.py .)
drover_add_check(sources lint.format tests/lint/format.py)
drover_add_check(sources lint.self_test -m unittest discover -s tests/lint -p "*_test.py")
