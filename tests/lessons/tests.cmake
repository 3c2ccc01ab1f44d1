anchorscope_test(lessons/tst_lessons LIBRARIES lessons DEPENDS anchorscope-cli anchorscope-reader)
