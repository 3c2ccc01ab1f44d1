anchorscope_test(lessons/tst_lessons LIBRARIES lessons DEPENDS anchorscope-cli anchorscope-reader)
if(ANCHORSCOPE_GUI)
    add_test(NAME lessons/classkit COMMAND /usr/bin/python3 tests/lessons/check_classkit.py
        WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
    set_test_environment(lessons/classkit classkit ${ANCHORSCOPE_TEST_LOCALE})
    set_tests_properties(lessons/classkit PROPERTIES TIMEOUT 600 LABELS lessons)
endif()
