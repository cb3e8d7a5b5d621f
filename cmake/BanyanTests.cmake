# Catch2 programs whose cases become one ctest each, with a time limit.
include(Catch)

add_library(banyan_test_main STATIC ${PROJECT_SOURCE_DIR}/tests/main.cpp)
target_link_libraries(banyan_test_main PUBLIC Catch2::Catch2)

# banyan_test(name SOURCES ... LIBS ... [TIMEOUT s] [LABELS l...])
function(banyan_test name)
  cmake_parse_arguments(arg "" "TIMEOUT" "SOURCES;LIBS;LABELS" ${ARGN})
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 60)
  endif()
  add_executable(${name} ${arg_SOURCES})
  target_link_libraries(${name} PRIVATE banyan_test_main ${arg_LIBS})
  target_precompile_headers(${name} PRIVATE <catch2/catch.hpp>)
  banyan_warnings(${name})
  catch_discover_tests(${name} TEST_PREFIX "${name}: " PROPERTIES TIMEOUT ${arg_TIMEOUT} LABELS "${arg_LABELS}")
endfunction()
