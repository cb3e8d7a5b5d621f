# Catch2 programs whose cases become one ctest each, with a time limit.
include(Catch)

add_library(banyan_test_main STATIC ${PROJECT_SOURCE_DIR}/tests/main.cpp)
target_link_libraries(banyan_test_main PUBLIC Catch2::Catch2)

# What `ctest -L unit` runs, for builds that need no more.
add_custom_target(banyan_unit_tests)

# LABELS: one of unit (the default: quick, also run under the sanitizers), integration (daemons, sshd, many processes),
# lab (network namespaces, needs root).
# ALSO_PROTECTED: all cases run once more with every TCP connection encrypted, and once more with every one counted.
# OPTIMIZED: compiled with all optimization, under the sanitizers too, because the tests compute much.
# PRECOMPILE: headers besides Catch2's that most files of the test include.
# TIMEOUT: also decides the order. ctest starts the tests of the longest limits first, so that none of them is left to the
# end, when the other cores have nothing to do.
# banyan_test(name SOURCES ... LIBS ... [PRECOMPILE ...] [TIMEOUT s] [LABELS l...] [ALSO_PROTECTED] [OPTIMIZED])
function(banyan_test name)
  cmake_parse_arguments(arg "ALSO_PROTECTED;OPTIMIZED" "TIMEOUT" "SOURCES;LIBS;LABELS;PRECOMPILE" ${ARGN})
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 60)
  endif()
  if(NOT arg_LABELS)
    set(arg_LABELS unit)
  endif()
  add_executable(${name} ${arg_SOURCES})
  target_link_libraries(${name} PRIVATE banyan_test_main ${arg_LIBS})
  banyan_precompile(${name} <catch2/catch.hpp> ${arg_PRECOMPILE})
  banyan_warnings(${name})
  # Optimized code of Catch2's assertions takes long to compile; tests that compute much ask for it.
  if(NOT arg_OPTIMIZED)
    target_compile_options(${name} PRIVATE ${banyan_quick_to_compile})
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU") # g++ 12 at -O1 takes the inside of std::string for an error
      target_compile_options(${name} PRIVATE -Wno-array-bounds -Wno-stringop-overflow -Wno-restrict)
    endif()
  endif()
  if(BANYAN_SANITIZE)
    target_compile_definitions(${name} PRIVATE BANYAN_TEST_SANITIZED)
  endif()
  if("unit" IN_LIST arg_LABELS)
    add_dependencies(banyan_unit_tests ${name})
  endif()
  # A name that ctest or Catch2 reads in another way (it has a semicolon or a backslash) would run no test, and pass.
  catch_discover_tests(${name} TEST_PREFIX "${name}: "
    PROPERTIES TIMEOUT ${arg_TIMEOUT} COST ${arg_TIMEOUT} LABELS "${arg_LABELS}" FAIL_REGULAR_EXPRESSION "No test cases matched")
  if(arg_ALSO_PROTECTED)
    # The module distinguishes its calls by their arguments: both of these are Catch2's defaults.
    catch_discover_tests(${name} TEST_PREFIX "${name}, encrypted: " EXTRA_ARGS --order decl
      PROPERTIES TIMEOUT ${arg_TIMEOUT} COST ${arg_TIMEOUT} LABELS "${arg_LABELS}" FAIL_REGULAR_EXPRESSION "No test cases matched"
                 ENVIRONMENT BANYAN_ENCRYPTION=every_tcp)
    catch_discover_tests(${name} TEST_PREFIX "${name}, counted: " EXTRA_ARGS --warn NoTests
      PROPERTIES TIMEOUT ${arg_TIMEOUT} COST ${arg_TIMEOUT} LABELS "${arg_LABELS}" FAIL_REGULAR_EXPRESSION "No test cases matched"
                 ENVIRONMENT BANYAN_ENCRYPTION=counted_every_tcp)
  endif()
endfunction()
