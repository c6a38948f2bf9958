# Checks that are no unit tests: the program from outside, other programs that compute the same, the layering, the
# format, static analysis, and a project that consumes the installed package.
function(drover_add_check name)
  add_test(NAME ${name} COMMAND ${Python3_EXECUTABLE} ${ARGN} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set_tests_properties(${name} PROPERTIES LABELS check SKIP_RETURN_CODE 77)
endfunction()

drover_add_check(lint.include_order tests/lint/include_order.py src/drover)
drover_add_check(lint.nothing_prints tests/lint/nothing_prints.py src/drover)
drover_add_check(lint.self_test -m unittest discover -s tests/lint -p "*_test.py")
drover_add_check(peers tests/peers/run.py ${peer_tools})
if(DROVER_BUILD_CLI)
  drover_add_check(cli tests/cli/run.py $<TARGET_FILE:drover_program>)
  set_tests_properties(cli PROPERTIES PROCESSORS 2)
  if(DROVER_SANITIZE)
    set_tests_properties(cli PROPERTIES ENVIRONMENT "DROVER_QUICK_TESTS=1")
  endif()
endif()

# Once is enough for what does not depend on the build: the dev build does it.
if(DROVER_SANITIZE MATCHES "address")
  drover_add_check(lint.format tests/lint/format.py)
  drover_add_check(lint.tidy tests/lint/tidy.py ${PROJECT_BINARY_DIR})
  drover_add_check(install.consumer tests/install/run.py ${CMAKE_COMMAND})
  set_tests_properties(lint.tidy PROPERTIES TIMEOUT 3000 PROCESSORS 2)
  set_tests_properties(install.consumer PROPERTIES TIMEOUT 1200 PROCESSORS 2)
endif()
