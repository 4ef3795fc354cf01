-- Compatible with earlier servers: they write assignments without the columns, which then have no solution.

alter table assignments
  -- The teacher's own program for the test cases, which students never get; empty for none.
  add column solution text not null default '',
  -- Judge0's number of its language.
  add column solution_language_id smallint,
  add constraint assignments_solution_has_a_language
    check (solution = '' or solution_language_id is not null) not valid;
