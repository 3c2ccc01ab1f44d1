# anchorscope_test(gui/tst_<stem> LIBRARIES ...), one a line
anchorscope_test(gui/tst_theme LIBRARIES gui)
