# anchorscope_test(jobs/tst_<stem> LIBRARIES ...), one a line
anchorscope_test(jobs/tst_runner SERIAL LIBRARIES jobs)
