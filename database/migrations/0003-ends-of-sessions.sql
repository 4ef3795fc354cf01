-- Compatible with earlier servers: they add sessions with the defaults, and go on to end each seven days after its
-- last use.
alter table sessions
  -- A session ends when it was not used for so long.
  add column idle_limit interval not null default interval '7 days',
  -- It ends then even if it is used.
  add column ends_at timestamptz not null default now() + interval '30 days';
