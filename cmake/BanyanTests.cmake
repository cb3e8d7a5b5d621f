# Catch2 programs whose cases become one ctest each, with a time limit.
include(Catch)

add_library(banyan_test_main STATIC
  ${PROJECT_SOURCE_DIR}/tests/main.cpp ${PROJECT_SOURCE_DIR}/tests/common/byte_pattern.cpp)
target_include_directories(banyan_test_main PRIVATE ${PROJECT_SOURCE_DIR})
target_link_libraries(banyan_test_main PUBLIC Catch2::Catch2)
if(BANYAN_SANITIZE)
  # Catch2 and the payloads of tests are not what the sanitizers check. Both are slow with them.
  target_compile_options(banyan_test_main PRIVATE -fno-sanitize=all)
else()
  target_compile_options(banyan_test_main PRIVATE ${banyan_quick_to_compile})
endif()

# Catch2's header, compiled once for all tests, for each of the two sets of options. The targets are executables because the
# code of a library is compiled with other options.
function(banyan_test_headers name)
  add_executable(${name} EXCLUDE_FROM_ALL ${PROJECT_SOURCE_DIR}/tests/headers.cpp)
  target_link_libraries(${name} PRIVATE Catch2::Catch2)
  banyan_precompile(${name} <catch2/catch.hpp>)
  banyan_test_options(${name} ${ARGN})
endfunction()

# banyan_test_options(target [OPTIMIZED])
function(banyan_test_options name)
  banyan_warnings(${name})
  # Optimized code of Catch2's assertions takes long to compile; tests that compute much ask for it.
  if(NOT "OPTIMIZED" IN_LIST ARGN)
    target_compile_options(${name} PRIVATE ${banyan_quick_to_compile})
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU") # g++ 12 at -O1 takes the inside of std::string for an error
      target_compile_options(${name} PRIVATE -Wno-array-bounds -Wno-stringop-overflow -Wno-restrict)
    endif()
  elseif(CMAKE_CXX_COMPILER_ID STREQUAL "GNU") # g++ 12 at -O3 takes the inside of Boost's cpp_int for uninitialized
    target_compile_options(${name} PRIVATE -Wno-maybe-uninitialized)
  endif()
  if(BANYAN_SANITIZE)
    target_compile_definitions(${name} PRIVATE BANYAN_TEST_SANITIZED)
    banyan_test_code(${name})
  endif()
endfunction()

banyan_test_headers(banyan_test_headers_quick)
banyan_test_headers(banyan_test_headers_optimized OPTIMIZED)

# What ./check --sanitizers builds: the unit tests for a sanitizer, and what the tests of the Release build need.
add_custom_target(banyan_unit_tests)
add_custom_target(banyan_release_tests)

# banyan_ctests(name SOURCES ... TIMEOUT s LABEL l [VARIANT text] [EXTRA_ARGS a...] [ENVIRONMENT e] [EACH_CASE])
# One ctest for each case. Under a sanitizer a process takes long to start and end, so there one ctest for each file, with
# three times the limit, unless EACH_CASE is given.
function(banyan_ctests name)
  cmake_parse_arguments(arg "EACH_CASE" "VARIANT;TIMEOUT;LABEL;ENVIRONMENT" "SOURCES;EXTRA_ARGS" ${ARGN})
  # A name that ctest or Catch2 reads in another way (it has a semicolon or a backslash) would run no test, and pass.
  set(properties COST ${arg_TIMEOUT} LABELS ${arg_LABEL} FAIL_REGULAR_EXPRESSION "No test cases matched")
  if(arg_ENVIRONMENT)
    list(APPEND properties ENVIRONMENT ${arg_ENVIRONMENT})
  endif()
  if(arg_EACH_CASE OR NOT BANYAN_SANITIZE)
    catch_discover_tests(${name} TEST_PREFIX "${name}${arg_VARIANT}: " EXTRA_ARGS ${arg_EXTRA_ARGS}
                         PROPERTIES TIMEOUT ${arg_TIMEOUT} ${properties})
    return()
  endif()
  math(EXPR limit "3 * ${arg_TIMEOUT}")
  foreach(file IN LISTS arg_SOURCES)
    cmake_path(GET file STEM stem)
    if(stem MATCHES "_test$")
      set(test "${name}${arg_VARIANT}: ${stem}")
      add_test(NAME "${test}" COMMAND ${name} --filenames-as-tags --durations yes "[#${stem}]")
      set_tests_properties("${test}" PROPERTIES TIMEOUT ${limit} ${properties})
    endif()
  endforeach()
endfunction()

# LABELS: one of unit (the default: ./check --sanitizers runs it under the sanitizers only), integration (daemons, sshd, many
# processes), lab (network namespaces, needs root).
# RELEASE_TOO: ./check --sanitizers runs this unit test in the Release build too, because the sanitizers run less of it, or
# because its threads meet in other ways at full speed. The label is unit_release.
# ALSO_PROTECTED: all cases run once more with every TCP connection encrypted, and once more with every one counted. Under a
# sanitizer only with every one counted: the other protection is OpenSSL's code.
# OPTIMIZED: compiled with all optimization, under the sanitizers too, because the tests compute much.
# EACH_CASE: under the sanitizers, too, each case is a process.
# TIMEOUT: of a case. It also decides the order. ctest starts the tests of the longest limits first, so that none of them is
# left to the end, when the other cores have nothing to do. An add_test() without COST starts last, so a test that takes
# more than a second gets COST, its limit, there.
# banyan_test(name SOURCES ... LIBS ... [TIMEOUT s] [LABELS l] [RELEASE_TOO] [ALSO_PROTECTED] [OPTIMIZED] [EACH_CASE])
function(banyan_test name)
  cmake_parse_arguments(arg "RELEASE_TOO;ALSO_PROTECTED;OPTIMIZED;EACH_CASE" "TIMEOUT;LABELS" "SOURCES;LIBS" ${ARGN})
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 60)
  endif()
  if(NOT arg_LABELS)
    set(arg_LABELS unit)
    if(arg_RELEASE_TOO)
      set(arg_LABELS unit_release)
    endif()
    add_dependencies(banyan_unit_tests ${name})
  endif()
  if(NOT arg_LABELS STREQUAL "unit")
    add_dependencies(banyan_release_tests ${name})
  endif()
  add_executable(${name} ${arg_SOURCES})
  # banyan_test_main last: of inline functions that several objects have, the linker takes the first one. That of Catch2's
  # object is not instrumented, so the thread sanitizer would not see the atomics of std::shared_ptr.
  target_link_libraries(${name} PRIVATE ${arg_LIBS} banyan_test_main)
  set(optimized)
  set(headers banyan_test_headers_quick)
  if(arg_OPTIMIZED)
    set(optimized OPTIMIZED)
    set(headers banyan_test_headers_optimized)
  endif()
  banyan_precompiled_by(${name} ${headers})
  banyan_test_options(${name} ${optimized})
  banyan_unity(${name})
  set(each_case)
  if(arg_EACH_CASE)
    set(each_case EACH_CASE)
  endif()
  set(how SOURCES ${arg_SOURCES} TIMEOUT ${arg_TIMEOUT} LABEL ${arg_LABELS} ${each_case})
  banyan_ctests(${name} ${how})
  if(arg_ALSO_PROTECTED)
    # Catch2's module distinguishes its calls by their arguments: both of these are the defaults.
    if(NOT BANYAN_SANITIZE)
      banyan_ctests(${name} ${how} VARIANT ", encrypted" EXTRA_ARGS --order decl ENVIRONMENT BANYAN_ENCRYPTION=every_tcp)
    endif()
    banyan_ctests(${name} ${how} VARIANT ", counted" EXTRA_ARGS --warn NoTests
                  ENVIRONMENT BANYAN_ENCRYPTION=counted_every_tcp)
  endif()
endfunction()
