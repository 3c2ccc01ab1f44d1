# anchorscope_test(layout/tst_<stem> LIBRARIES ...), one a line
