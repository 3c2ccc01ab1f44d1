# anchorscope_test(core/tst_<stem> LIBRARIES ...), one a line
