# Settings for our own targets. A consumer of drover::drover sees the language level and the
# floating point rule, never our warnings or sanitizers.
function(drover_private_settings target)
  target_compile_options(${target} PRIVATE
    -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wnon-virtual-dtor -Wold-style-cast
    -Wcast-qual -Wformat=2
    -Wno-missing-field-initializers)  # options are aggregates: what is not named has its default
  if(DROVER_SANITIZE)
    target_compile_options(${target} PRIVATE
      -fsanitize=${DROVER_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_link_options(${target} PRIVATE -fsanitize=${DROVER_SANITIZE})
  endif()
endfunction()
