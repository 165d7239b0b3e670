# cmake -D SOURCE=folder -D FILE=commit.inc -P commit.cmake: writes the commit of SOURCE as a C++ text, with "+changes"
# where files differ from it. "unknown" where SOURCE is no clone, an archive for example.
set(commit unknown)
execute_process(COMMAND git -C ${SOURCE} rev-parse --show-prefix --short=12 HEAD
                OUTPUT_VARIABLE answer RESULT_VARIABLE code ERROR_QUIET)
# The first line is empty at the top of a clone only: not in the clone of somebody who keeps this archive in theirs.
if(code EQUAL 0 AND answer MATCHES "^\n([0-9a-f]+)\n$")
  set(commit ${CMAKE_MATCH_1})
  execute_process(COMMAND git -C ${SOURCE} --no-optional-locks diff --quiet HEAD RESULT_VARIABLE changed ERROR_QUIET)
  if(NOT changed EQUAL 0)
    string(APPEND commit "+changes")
  endif()
endif()
set(text "\"${commit}\"\n")
if(EXISTS ${FILE})
  file(READ ${FILE} known)
endif()
if(NOT EXISTS ${FILE} OR NOT known STREQUAL text)
  file(WRITE ${FILE} ${text})
endif()
