# anchorscope_test(cli/tst_<stem> LIBRARIES ...), one a line
