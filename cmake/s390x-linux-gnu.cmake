# Toolchain file: Debian's cross compiler for s390x, libraries from BANYAN_SYSROOT (tools/dev/s390x_sysroot.sh).
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR s390x)
set(CMAKE_LIBRARY_ARCHITECTURE s390x-linux-gnu)
set(CMAKE_C_COMPILER s390x-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER s390x-linux-gnu-g++)
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES BANYAN_SYSROOT)
set(CMAKE_FIND_ROOT_PATH ${BANYAN_SYSROOT} /usr/s390x-linux-gnu)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)  # protoc of this computer
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(CMAKE_CXX_STANDARD_INCLUDE_DIRECTORIES ${BANYAN_SYSROOT}/usr/include/s390x-linux-gnu)
# The linker finds here the libraries that other libraries need.
set(CMAKE_EXE_LINKER_FLAGS_INIT "-Wl,-rpath-link,${BANYAN_SYSROOT}/usr/lib/s390x-linux-gnu")
