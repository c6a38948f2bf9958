# Checks that are no unit tests: other programs that compute the same, the program from outside, a project that consumes
# the installed package, the layering and the format.
function(drover_add_check suite name)
  if(suite IN_LIST DROVER_TESTS)
    add_test(NAME ${name} COMMAND ${Python3_EXECUTABLE} ${ARGN} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
    set_tests_properties(${name} PROPERTIES LABELS check SKIP_RETURN_CODE 77 TIMEOUT ${DROVER_TEST_HANGS})
  endif()
endfunction()

if(peer_tools)
  drover_add_check(peers peers tests/peers/run.py ${peer_tools})
endif()

# Programs for another machine are run by an emulator: a script of its own is the program to those who run it from outside.
set(program $<TARGET_FILE:drover_program>)
if(CMAKE_CROSSCOMPILING_EMULATOR)
  list(JOIN CMAKE_CROSSCOMPILING_EMULATOR " " emulator)
  file(GENERATE OUTPUT ${PROJECT_BINARY_DIR}/emulated/drover
    CONTENT "#!/bin/sh\nexec ${emulator} ${program} \"$@\"\n"
    FILE_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)
  set(program ${PROJECT_BINARY_DIR}/emulated/drover)
endif()

# The digests: the same on every machine, and by every compiler. Those of the program are among its own tests.
if("digests" IN_LIST DROVER_TESTS)
  add_executable(drover_digest_tests paper/digest_test.cpp)
  target_link_libraries(drover_digest_tests PRIVATE drover::drover GTest::gtest_main)
  target_include_directories(drover_digest_tests PRIVATE ${CMAKE_CURRENT_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR}/support
    ${PROJECT_SOURCE_DIR}/examples)
  drover_private_settings(drover_digest_tests)
  add_test(NAME digests.chapter COMMAND drover_digest_tests --gtest_brief=1)
  if(NOT "program" IN_LIST DROVER_TESTS)
    foreach(name documents herd ising neuron)
      drover_add_check(digests digests.${name} tests/cli/run.py ${program} ${name}_test.py)
      if(NOT drover_has_baselines)
        set_property(TEST digests.${name} APPEND PROPERTY ENVIRONMENT "DROVER_WITHOUT_BASELINES=1")
      endif()
    endforeach()
  endif()
endif()

if(DROVER_BUILD_CLI)
  drover_add_check(program cli tests/cli/run.py ${program})
  if(TEST cli)
    set_tests_properties(cli PROPERTIES PROCESSORS 2)
  endif()
  if(TEST cli AND DROVER_SANITIZE)
    set_property(TEST cli APPEND PROPERTY ENVIRONMENT "DROVER_QUICK_TESTS=1")
  endif()
  if(TEST cli AND NOT drover_has_baselines)
    set_property(TEST cli APPEND PROPERTY ENVIRONMENT "DROVER_WITHOUT_BASELINES=1")
  endif()
endif()

# The bytes that every product writes of the examples, by whatever compiler.
if(DROVER_BUILD_CLI AND drover_has_all_products AND "program" IN_LIST DROVER_TESTS)
  add_test(NAME golden COMMAND sh ${CMAKE_CURRENT_SOURCE_DIR}/golden.sh ${program})
  set_tests_properties(golden PROPERTIES LABELS check TIMEOUT ${DROVER_TEST_HANGS})
endif()

# Bad inputs of every kind, and kills; some of the files are made by fit.
if(DROVER_BUILD_CLI AND drover_has_all_products)
  drover_add_check(hostile hostile tests/hostile/run.py ${program})
  drover_add_check(kill kill tests/kill/run.py ${program} 40)
  if(TEST hostile)
    set_tests_properties(hostile PROPERTIES PROCESSORS 2)
    if(DROVER_SANITIZE)
      set_property(TEST hostile APPEND PROPERTY ENVIRONMENT "DROVER_QUICK_TESTS=1")
    endif()
  endif()
endif()

if(NOT DROVER_SANITIZE)  # a consumer has the package without
  drover_add_check(install install.consumer tests/install/run.py ${CMAKE_COMMAND} ${PROJECT_BINARY_DIR})
  if(drover_has_all_products AND DROVER_BUILD_CLI)
    drover_add_check(install subset.synth tests/subset/run.py ${CMAKE_COMMAND} ${PROJECT_BINARY_DIR} ${program})
  endif()
endif()

drover_add_check(sources lint.include_order tests/lint/include_order.py src/drover)
drover_add_check(sources lint.in_memory tests/lint/in_memory.py src/drover)
drover_add_check(sources lint.nothing_prints tests/lint/nothing_prints.py src/drover)
drover_add_check(sources lint.facade tests/lint/facade.py .)
drover_add_check(sources lint.messages tests/lint/messages.py .)
drover_add_check(sources lint.format tests/lint/format.py)
drover_add_check(sources lint.self_test -m unittest discover -s tests/lint -p "*_test.py")
