-- Earlier servers read and write runs in the terms of Judge0, so this is not compatible with them.
create function pg_temp.in_ms(seconds double precision) returns double precision
language sql immutable
as $$ select round(seconds::numeric * 1000, 3)::double precision $$;

create function pg_temp.inputs_of(stored jsonb) returns jsonb
language sql immutable
as $$
  select jsonb_agg(
    jsonb_build_object(
      'name', input -> 'name',
      'stdinBase64', input -> 'stdin',
      'expectedOutputBase64', input -> 'expected_output'
    )
    order by place
  )
  from jsonb_array_elements(stored) with ordinality as listed (input, place)
$$;

create function pg_temp.results_of(stored jsonb) returns jsonb
language sql immutable
as $$
  select coalesce(jsonb_agg(
    jsonb_build_object(
      'name', result -> 'name',
      'verdict', result -> 'verdict',
      'stdoutBase64', result -> 'stdout',
      'stderrBase64', result -> 'stderr',
      'message', result -> 'message',
      'exitCode', result -> 'exit_code',
      'exitSignal', result -> 'exit_signal',
      'cpuTimeMs', pg_temp.in_ms((result ->> 'time')::double precision),
      'wallTimeMs', pg_temp.in_ms((result ->> 'wall_time')::double precision),
      'memoryKb', result -> 'memory'
    )
    order by place
  ), '[]')
  from jsonb_array_elements(stored) with ordinality as listed (result, place)
$$;

drop index runs_waiting;

-- All in one statement, which writes the table once.
alter table runs
  drop constraint runs_status_is_one_of_judge0,
  drop constraint runs_processing_has_a_driver,
  drop constraint runs_ended_has_a_time,
  drop constraint runs_ended_has_a_verdict,
  alter column cpu_time_limit type jsonb using jsonb_build_object(
    'cpuTimeMs', pg_temp.in_ms(cpu_time_limit),
    'extraTimeMs', pg_temp.in_ms(cpu_extra_time),
    'wallTimeMs', pg_temp.in_ms(wall_time_limit),
    'memoryKb', memory_limit,
    'stackKb', stack_limit,
    'processes', max_processes_and_or_threads,
    'fileSizeKb', max_file_size
  ),
  alter column "time" type double precision using pg_temp.in_ms("time"),
  alter column wall_time type double precision using pg_temp.in_ms(wall_time),
  alter column inputs type jsonb using pg_temp.inputs_of(inputs),
  alter column results type jsonb using case when results is not null then pg_temp.results_of(results) end;

alter table runs
  drop column status_id,
  drop column cpu_extra_time,
  drop column wall_time_limit,
  drop column memory_limit,
  drop column stack_limit,
  drop column max_processes_and_or_threads,
  drop column max_file_size;

-- Of each execution.
alter table runs rename column cpu_time_limit to limits;
alter table runs rename column number_of_runs to times_each;
alter table runs rename column "time" to cpu_time_ms;
alter table runs rename column wall_time to wall_time_ms;
-- Of 1024 bytes.
alter table runs rename column memory to memory_kb;

alter table runs
  add constraint runs_with_a_driver_are_under_way check (driver is null or finished_at is null),
  add constraint runs_ended_have_a_verdict check ((finished_at is null) = (verdict is null));

-- A run that waits has no driver.
create index runs_waiting on runs (priority, created_at, token)
  where finished_at is null and driver is null;
