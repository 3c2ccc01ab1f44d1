# anchorscope_test(gui/tst_<stem> LIBRARIES ...), one a line
