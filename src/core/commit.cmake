# Writes the commit of the checkout into HEADER, and only if it has changed.
# Usage: cmake -DROOT=… -DHEADER=… -P commit.cmake
execute_process(COMMAND git -C ${ROOT} describe --always --abbrev=8 --exclude=* --dirty=+
    OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE failed ERROR_QUIET)
if(failed)
    set(commit "")
endif()
file(CONFIGURE OUTPUT ${HEADER} CONTENT "#define ANCHORSCOPE_COMMIT \"${commit}\"\n")
