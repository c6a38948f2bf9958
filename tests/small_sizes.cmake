# In a browser sizes have 32 bits. What works in memory is compiled once for such a machine, x32: never linked, never run.
if(NOT "small_sizes" IN_LIST DROVER_TESTS)
  return()
endif()
include(CheckCXXSourceCompiles)
set(small_sizes -mx32 "SHELL:-idirafter /usr/include/${CMAKE_CXX_LIBRARY_ARCHITECTURE}")
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(CMAKE_REQUIRED_FLAGS "-mx32 -idirafter /usr/include/${CMAKE_CXX_LIBRARY_ARCHITECTURE}")
check_cxx_source_compiles("#include <string>\nstatic_assert(sizeof(std::size_t) == 4);" DROVER_HAS_SMALL_SIZES)
unset(CMAKE_TRY_COMPILE_TARGET_TYPE)
unset(CMAKE_REQUIRED_FLAGS)

if(DROVER_HAS_SMALL_SIZES)
  file(GLOB_RECURSE in_memory CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/drover/*.cpp)
  drover_leave_out_absent(in_memory)
  list(FILTER in_memory EXCLUDE REGEX "/baselines/|/files/(file|gzip|read)\\.cpp$|/tables/read_files\\.cpp$|/core/(thread_pool|worker)\\.cpp$")
  # Each alone, whatever DROVER_BATCH says: a source must have all that it includes.
  add_library(drover_small_sizes OBJECT EXCLUDE_FROM_ALL ${in_memory})
  target_include_directories(drover_small_sizes PRIVATE $<TARGET_PROPERTY:drover,INTERFACE_INCLUDE_DIRECTORIES>)
  target_compile_features(drover_small_sizes PRIVATE cxx_std_20)
  target_compile_options(drover_small_sizes PRIVATE ${small_sizes} -O0 -g0 -Werror)
  target_precompile_headers(drover_small_sizes PRIVATE
    <algorithm> <functional> <map> <memory> <optional> <span> <sstream> <string> <variant> <vector>)
  drover_warnings(drover_small_sizes)
  add_test(NAME lint.small_sizes
    COMMAND ${CMAKE_COMMAND} --build ${PROJECT_BINARY_DIR} --target drover_small_sizes)
  set_tests_properties(lint.small_sizes PROPERTIES LABELS check PROCESSORS 2 TIMEOUT ${DROVER_TEST_HANGS})
endif()
