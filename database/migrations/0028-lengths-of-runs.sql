-- How long the texts in a run's lists are: asked of the database itself, it would read all of them.
alter table runs add column inputs_bytes integer not null default 0;
alter table runs add column results_bytes integer not null default 0;

update runs
set
  inputs_bytes = coalesce(octet_length(inputs::text), 0),
  results_bytes = coalesce(octet_length(results::text), 0)
where inputs is not null or results is not null;
