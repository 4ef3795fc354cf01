-- One program may be run on several inputs, and old runs are found by their age.

alter table runs
  -- Several inputs in place of stdin: a list of {name, stdin, expected_output}, texts in base64.
  add column inputs jsonb,
  -- What became of the program on each of them, in order.
  add column results jsonb,
  add constraint runs_on_inputs_have_no_stdin
    check (inputs is null or (stdin is null and expected_output is null));

create index runs_by_time on runs (created_at desc, token);
