-- Compatible with earlier servers: they write test cases without the column, whose tolerance is as theirs.

alter table assignment_tests
  -- A number may differ by the tolerance, by that fraction of the expected number, or by the larger of both.
  add column tolerance_is text not null default 'either',
  add constraint assignment_tests_tolerance_is_known
    check (tolerance_is in ('absolute', 'relative', 'either'));
