# Built by clang for arm64 Linux, run by qemu. `make arm64` unpacks the libraries first.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_CXX_COMPILER clang++)
set(CMAKE_CXX_COMPILER_TARGET aarch64-linux-gnu)
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)
set(CMAKE_EXE_LINKER_FLAGS_INIT -fuse-ld=lld)

set(root ${CMAKE_CURRENT_LIST_DIR}/../build/arm64-packages/root)
set(CMAKE_PREFIX_PATH ${root}/usr)
file(GLOB builtins ${root}/usr/lib/llvm-*/lib/clang/*/lib/linux/libclang_rt.builtins-aarch64.a)
set(CMAKE_CXX_STANDARD_LIBRARIES "${builtins}")
set(CMAKE_FIND_ROOT_PATH ${root})
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_CROSSCOMPILING_EMULATOR
  qemu-aarch64 -L /usr/aarch64-linux-gnu
  -E LD_LIBRARY_PATH=${root}/usr/lib/aarch64-linux-gnu:${root}/lib/aarch64-linux-gnu)
