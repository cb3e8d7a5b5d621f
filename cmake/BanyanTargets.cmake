# Compiler settings shared by every target, and the helpers that apply them.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)

find_program(BANYAN_CCACHE ccache)
if(BANYAN_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # ccache's manual requires this sloppiness for precompiled headers. Without it, ccache never finds them again.
  set(launcher ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${BANYAN_CCACHE})
  set(CMAKE_C_COMPILER_LAUNCHER ${launcher})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${launcher})
endif()

if(BANYAN_SANITIZE)
  # g++ 12 takes its own instrumented std::function and std::regex for uninitialized; the Release build keeps the warning.
  add_compile_options(-fsanitize=${BANYAN_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all
                      $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
  # The use of a null pointer ends the program, and the address sanitizer prints where. A check before each use takes long
  # to compile. The fuzz targets keep it.
  if(BANYAN_SANITIZE MATCHES address AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    add_compile_options(-fno-sanitize=null)
  endif()
  if(BANYAN_SANITIZE MATCHES thread)
    add_compile_options(-Wno-tsan)  # Asio's fences, which the sanitizer does not follow
  endif()
  add_link_options(-fsanitize=${BANYAN_SANITIZE})
endif()
if(BANYAN_COVERAGE)
  add_compile_options(--coverage)
  add_link_options(--coverage)
endif()

# Warnings are errors in our own code; generated and system headers are not touched.
function(banyan_warnings target)
  target_compile_options(${target} PRIVATE
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -Wnon-virtual-dtor -Woverloaded-virtual -Werror)
endfunction()

# The debug preset compiles each file by itself, so that each includes what it uses. tools/dev/check_unity compiles all files
# of a target together, so that no names clash when a new file moves the limits of the batches.
# banyan_unity(target [files]): `files` are compiled together in every build; more where heavy headers take most of the time.
# By default 8, and more in a build that a check makes once and nobody changes file by file: under a sanitizer 16 of a program
# and 32 of a library, 48 for another architecture. The headers and the templates made from them, which each batch compiles
# again, are half of the work there.
function(banyan_unity target)
  set(batch 8)
  if(BANYAN_FOREIGN)
    set(batch 48)
  elseif(BANYAN_SANITIZE AND NOT BANYAN_FUZZ)
    get_target_property(type ${target} TYPE)
    set(batch 32)
    if(type STREQUAL "EXECUTABLE")
      set(batch 16)
    endif()
  endif()
  if(ARGC GREATER 1)
    set(batch ${ARGV1})
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${BANYAN_UNITY} UNITY_BUILD_BATCH_SIZE ${batch})
endfunction()

# For code whose time to compile matters more than its time to run: options, reports, dialogs with the daemons, tests. The
# fuzz targets run all their code often.
if(BANYAN_SANITIZE AND NOT BANYAN_FUZZ)
  set(banyan_quick_to_compile -O0)
else()
  set(banyan_quick_to_compile $<$<CONFIG:Release>:-O1>)
endif()

# Leaves out the check of alignment, for code that reads and writes no wire format and casts no pointers.
function(banyan_without_alignment_check target)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND BANYAN_SANITIZE MATCHES address)
    target_compile_options(${target} PRIVATE -fno-sanitize=alignment)
  endif()
endfunction()

# For code that makes text and JSON from results, whose time to run does not matter: the address sanitizer checks memory by
# a call, not by code at each access. The checks are the same, with less code to compile.
function(banyan_text_code target)
  banyan_without_alignment_check(${target})
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND BANYAN_SANITIZE MATCHES address)
    target_compile_options(${target} PRIVATE --param=asan-instrumentation-with-call-threshold=0)
  endif()
endfunction()

# For tests, without the check of use after scope too. With that of null pointers, these checks are a third of the time to
# compile them.
function(banyan_test_code target)
  banyan_without_alignment_check(${target})
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND BANYAN_SANITIZE MATCHES address)
    target_compile_options(${target} PRIVATE -fno-sanitize-address-use-after-scope)
  endif()
endfunction()

# banyan_library(name ALIAS banyan::x SOURCES ... PUBLIC libs... PRIVATE libs...)
function(banyan_library name)
  cmake_parse_arguments(arg "" "ALIAS" "SOURCES;PUBLIC;PRIVATE" ${ARGN})
  add_library(${name} STATIC ${arg_SOURCES})
  add_library(${arg_ALIAS} ALIAS ${name})
  target_link_libraries(${name} PUBLIC ${arg_PUBLIC} PRIVATE ${arg_PRIVATE})
  target_compile_features(${name} PUBLIC cxx_std_20)
  banyan_warnings(${name})
  banyan_unity(${name})
endfunction()

# banyan_program(name SOURCES ... LIBS ...)
function(banyan_program name)
  cmake_parse_arguments(arg "" "" "SOURCES;LIBS" ${ARGN})
  add_executable(${name} ${arg_SOURCES})
  target_link_libraries(${name} PRIVATE ${arg_LIBS})
  banyan_warnings(${name})
endfunction()

# Headers that most files of the target include, compiled once. Each file includes what it uses all the same: the fuzz
# build, by clang, has no precompiled headers.
function(banyan_precompile target)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_precompile_headers(${target} PRIVATE ${ARGN})
    target_compile_options(${target} PRIVATE -fpch-preprocess)  # lets ccache look inside
  endif()
endfunction()

# The precompiled headers of `other`, whose options are those of the target.
function(banyan_precompiled_by target other)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_precompile_headers(${target} REUSE_FROM ${other})
    target_compile_options(${target} PRIVATE -fpch-preprocess)
  endif()
endfunction()
