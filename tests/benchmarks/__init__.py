"""Speed, measured as counts or as ratios to something else in the same run.

One module a benchmark; its ``figures()`` returns the named numbers. Nothing here is a test: the
machines are shared and noisy, so a time always stands beside what it is compared with.
"""
