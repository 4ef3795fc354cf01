-- Jobs that were under way when their server died, and how often one did while it was tried alone.
create table crashed_jobs (
  job_id bigint constraint crashed_jobs_pkey primary key,
  times integer not null default 1,
  is_tried boolean not null default false,
  constraint crashed_jobs_times_are_positive check (times > 0)
);

-- A program whose tests cannot be finished is told so.
alter table hand_in_tests
  drop constraint hand_in_tests_state_is_known,
  drop constraint hand_in_tests_done_has_a_time,
  add constraint hand_in_tests_state_is_known check (state in ('waiting', 'done', 'failed')),
  add constraint hand_in_tests_ended_has_a_time
    check ((state <> 'waiting') = (finished_at is not null));
