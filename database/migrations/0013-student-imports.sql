-- How the list splits a name, and the imports of lists: each is a job that can be watched.

alter table students
  -- Null while no list has said it; the full name lives on people.
  add column last_name text;

create or replace view student_records as
  select
    person.id, person.name, coalesce(person.email, '') as email,
    coalesce(student.course, '') as course,
    coalesce(student.mobile, '') as mobile,
    coalesce(student.mentor_name, '') as mentor_name,
    coalesce(student.mentor_email, '') as mentor_email,
    coalesce(student.department, '') as department,
    coalesce(student.parent_mobile, '') as parent_mobile,
    coalesce(student.graduation_year, '') as graduation_year,
    coalesce(student.other, '[]') as other,
    student.person_id is not null as is_listed,
    person.registered_at,
    person.disabled_at,
    student.last_name
  from people person
  left join students student on student.person_id = person.id
  where person.role = 0 and (
    not person.is_demo
    or exists (select 1 from people demo where demo.is_demo and demo.password_hash is not null)
  );

create table student_imports (
  id uuid constraint student_imports_pkey primary key,
  -- The admin who asked for it.
  person_id text not null
    constraint student_imports_person_id_fkey references people on delete cascade,
  -- In the bucket of student lists.
  file_id text not null,
  file_name text not null,
  created_at timestamptz not null default now(),
  state text not null default 'waiting',
  -- Good lines of the list; null until it is read.
  rows_total integer,
  rows_done integer not null default 0,
  added integer not null default 0,
  changed integer not null default 0,
  unchanged integer not null default 0,
  -- What is wrong with lines that were left out.
  problems jsonb not null default '[]',
  -- Why it failed: a stable word and a sentence.
  failure_code text,
  failure_message text,
  cancel_asked_at timestamptz,
  finished_at timestamptz,
  constraint student_imports_state_is_known
    check (state in ('waiting', 'running', 'done', 'failed', 'cancelled')),
  constraint student_imports_ended_has_a_time
    check ((state in ('done', 'failed', 'cancelled')) = (finished_at is not null)),
  constraint student_imports_failed_says_why
    check ((state = 'failed') = (failure_code is not null and failure_message is not null))
);

create index student_imports_by_time on student_imports (created_at desc);
create index student_imports_by_person on student_imports (person_id);
