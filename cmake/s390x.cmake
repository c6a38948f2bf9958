# Built by clang for s390x Linux, whose highest byte comes first, and run by qemu. `make s390x` unpacks the libraries first.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR s390x)
set(CMAKE_CXX_COMPILER clang++)
set(CMAKE_CXX_COMPILER_TARGET s390x-linux-gnu)
set(CMAKE_LIBRARY_ARCHITECTURE s390x-linux-gnu)

set(root ${CMAKE_CURRENT_LIST_DIR}/../build/s390x-packages/root)
set(CMAKE_PREFIX_PATH ${root}/usr)
set(CMAKE_FIND_ROOT_PATH ${root})
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_CROSSCOMPILING_EMULATOR
  qemu-s390x -L /usr/s390x-linux-gnu
  -E LD_LIBRARY_PATH=${root}/usr/lib/s390x-linux-gnu:${root}/lib/s390x-linux-gnu)
