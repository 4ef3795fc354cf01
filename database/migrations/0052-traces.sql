-- Compatible with earlier servers: they neither write nor read the new columns, and run a traced program without its
-- trace.

alter table runs
  -- A trace is made in place of the output.
  add column is_trace boolean not null default false,
  -- It, packed by gzip (docs/api/traces.md); null if the program never started.
  add column trace bytea;
