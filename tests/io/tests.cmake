# anchorscope_test(io/tst_<stem> LIBRARIES ...), one a line
