anchorscope_test(layout/tst_layout LIBRARIES options)
anchorscope_test(layout/tst_words)
anchorscope_test(layout/tst_comments)
