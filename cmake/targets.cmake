# Settings for our own targets. A consumer of drover::drover sees the language level and the
# floating point rule, never our warnings or sanitizers.
function(drover_warnings target)
  target_compile_options(${target} PRIVATE
    -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wnon-virtual-dtor -Wold-style-cast
    -Wcast-qual -Wformat=2
    -Wno-missing-field-initializers)  # options are aggregates: what is not named has its default
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND DROVER_BATCH GREATER 1)
    target_compile_options(${target} PRIVATE -Wno-subobject-linkage)  # takes the sources of a batch for headers
  endif()
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    # Optimized, these see what is not there: in strings joined by + (GCC bug 105651), in an optional without a value.
    target_compile_options(${target} PRIVATE
      -Wno-array-bounds -Wno-maybe-uninitialized -Wno-restrict -Wno-stringop-overflow -Wno-stringop-overread)
  endif()
endfunction()

function(drover_private_settings target)
  drover_warnings(${target})
  if(DROVER_SANITIZE)
    target_compile_options(${target} PRIVATE
      -fsanitize=${DROVER_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_link_options(${target} PRIVATE -fsanitize=${DROVER_SANITIZE})
  endif()
endfunction()
