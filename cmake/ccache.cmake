# Compiles through ccache where it is installed, so that a second checkout of the same sources, at any path, compiles
# next to nothing. What ccache must be told goes with every call: nobody has to configure it.
if(DEFINED CMAKE_CXX_COMPILER_LAUNCHER)
  return()
endif()
find_program(DROVER_CCACHE ccache)
mark_as_advanced(DROVER_CCACHE)
if(DROVER_CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env
    CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} CCACHE_NOHASHDIR=true CCACHE_DEPEND=true
    CCACHE_SLOPPINESS=pch_defines,time_macros  # without these no file with a precompiled header is kept
    ${DROVER_CCACHE})
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    set(CMAKE_DISABLE_PRECOMPILE_HEADERS ON)  # clang's hold the path of their checkout
  endif()
endif()
