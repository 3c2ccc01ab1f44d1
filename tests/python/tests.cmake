# The Python module with the built command line; what needs a package that is not installed is skipped by name.
add_test(NAME python/unittest COMMAND /usr/bin/python3 -m unittest discover -v -s tests/python
    WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
set(timeout 300)
if(ANCHORSCOPE_SANITIZE)
    set(timeout 3600)
endif()
set_tests_properties(python/unittest PROPERTIES TIMEOUT ${timeout} LABELS python)
set_test_environment(python/unittest python ${ANCHORSCOPE_TEST_LOCALE}
    ANCHORSCOPE_CLI=${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/anchorscope-cli PYTHONDONTWRITEBYTECODE=1)
