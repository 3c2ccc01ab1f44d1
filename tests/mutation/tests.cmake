add_test(NAME mutation/operators COMMAND /usr/bin/python3 -m unittest discover -s tests/mutation
    WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
set_tests_properties(mutation/operators PROPERTIES LABELS mutation ENVIRONMENT PYTHONDONTWRITEBYTECODE=1)
