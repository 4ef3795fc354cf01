-- Tests of an assignment, and what became of handed in programs on them.

create table assignment_tests (
  assignment_id uuid not null constraint assignment_tests_assignment_id_fkey references assignments,
  -- From 1, in the order of the teacher.
  number integer not null,
  name text not null,
  input text not null,
  expected_output text not null,
  points double precision not null,
  -- Nothing of it is ever shown to a student but whether it passed.
  is_hidden boolean not null,
  time_limit_ms integer not null,
  memory_limit_kb integer not null,
  comparison text not null,
  -- How far a number may be from what is expected, where numbers are compared.
  tolerance double precision not null,
  constraint assignment_tests_pkey primary key (assignment_id, number),
  constraint assignment_tests_count_from_one check (number > 0),
  constraint assignment_tests_points_are_not_negative check (points >= 0),
  constraint assignment_tests_tolerance_is_not_negative check (tolerance >= 0),
  constraint assignment_tests_limits_are_positive check (time_limit_ms > 0 and memory_limit_kb > 0),
  constraint assignment_tests_comparison_is_known
    check (comparison in ('exact', 'ignoring-space', 'numbers'))
);

create table hand_in_tests (
  hand_in_id uuid constraint hand_in_tests_pkey primary key
    constraint hand_in_tests_hand_in_id_fkey references hand_ins,
  state text not null default 'waiting',
  asked_at timestamptz not null default clock_timestamp(),
  finished_at timestamptz,
  points double precision not null default 0,
  max_points double precision not null default 0,
  -- What the compiler said; null where it said nothing.
  compile_output text,
  -- One for each test, in its order.
  results jsonb not null default '[]',
  constraint hand_in_tests_state_is_known check (state in ('waiting', 'done')),
  constraint hand_in_tests_done_has_a_time check ((state = 'done') = (finished_at is not null))
);
