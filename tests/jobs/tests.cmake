# anchorscope_test(jobs/tst_<stem> LIBRARIES ...), one a line
