-- Is something with this audience for a student with this roll number, course and year?
create function is_for_student(
  for_everyone boolean, for_courses text[], for_years text[], for_roll_numbers text[],
  roll_number text, course text, year text
) returns boolean language sql immutable as $$
  select for_everyone
    or (course <> '' and lower(course) in (select lower(name) from unnest(for_courses) as name))
    or (year <> '' and lower(year) in (select lower(name) from unnest(for_years) as name))
    or lower(roll_number) = any(for_roll_numbers)
$$;

-- What teachers changed of the quizzes and assignments that students have: a line a change, however
-- many students it concerns. The database adds it in the transaction that makes the change, so that
-- no way of changing a quiz can forget it.
create table work_changes (
  id bigint generated always as identity constraint work_changes_pkey primary key,
  kind text not null,
  -- Of a quiz or an assignment. A deleted quiz was withdrawn before, and that is still told.
  work_id uuid not null,
  change text not null,
  at timestamptz not null default clock_timestamp(),
  -- As students knew it then.
  title text not null,
  starts_at timestamptz,
  -- End of a quiz; when an assignment is due.
  ends_at timestamptz,
  was_starts_at timestamptz,
  was_ends_at timestamptz,
  -- Whom the change concerns.
  for_everyone boolean not null,
  for_courses text[] not null,
  for_years text[] not null,
  for_roll_numbers text[] not null,
  constraint work_changes_kind_is_known check (kind in ('quiz', 'assignment')),
  constraint work_changes_change_is_known check (change in ('opened', 'times', 'withdrawn'))
);

create index work_changes_by_time on work_changes (at);
create index work_changes_of_work on work_changes (work_id, id);

insert into work_changes (kind, work_id, change, at, title, starts_at, ends_at, for_everyone,
  for_courses, for_years, for_roll_numbers)
select kind, work_id, 'opened', at, title, starts_at, ends_at, for_everyone, for_courses,
  for_years, for_roll_numbers
from (
  select 'quiz' as kind, unique_id as work_id, created_at as at,
    coalesce(nullif(topic, ''), subject_id) as title, starts_at, ends_at, for_everyone,
    for_courses, for_years, for_roll_numbers
  from quizzes
  where status = 'published'
  union all
  select 'assignment', id, created_at, title, null, due_at, for_everyone, for_courses, for_years,
    for_roll_numbers
  from assignments
  where withdrawn_at is null
) as open_work
order by at;

-- A page hears that it should look again, and who should: null is everyone.
create function tell_notice(person_id text) returns void language sql as $$
  select pg_notify('vlabs_live_events', json_build_object(
    'channel', 'notices', 'payload', json_build_object('personId', person_id))::text)
$$;

create function note_quiz_change() returns trigger language plpgsql as $$
declare
  was_open boolean := tg_op = 'UPDATE' and old.status = 'published';
  is_open boolean := new.status = 'published';
  -- Who leaves a withdrawn quiz, or hears of other times, is who knew it before.
  known quizzes;
begin
  if was_open then known := old; else known := new; end if;
  if was_open and is_open and (old.starts_at, old.ends_at, old.time_limit_seconds)
    is distinct from (new.starts_at, new.ends_at, new.time_limit_seconds) then
    insert into work_changes (kind, work_id, change, title, starts_at, ends_at, was_starts_at,
      was_ends_at, for_everyone, for_courses, for_years, for_roll_numbers)
    values ('quiz', new.unique_id, 'times', coalesce(nullif(new.topic, ''), new.subject_id),
      new.starts_at, new.ends_at, old.starts_at, old.ends_at, known.for_everyone,
      known.for_courses, known.for_years, known.for_roll_numbers);
    perform tell_notice(null);
  end if;
  if was_open and not is_open then
    insert into work_changes (kind, work_id, change, title, starts_at, ends_at, for_everyone,
      for_courses, for_years, for_roll_numbers)
    values ('quiz', known.unique_id, 'withdrawn',
      coalesce(nullif(known.topic, ''), known.subject_id), known.starts_at, known.ends_at,
      known.for_everyone, known.for_courses, known.for_years, known.for_roll_numbers);
    perform tell_notice(null);
  end if;
  if is_open and (not was_open
    or (known.for_everyone, known.for_courses, known.for_years, known.for_roll_numbers)
      is distinct from
      (new.for_everyone, new.for_courses, new.for_years, new.for_roll_numbers)) then
    insert into work_changes (kind, work_id, change, title, starts_at, ends_at, for_everyone,
      for_courses, for_years, for_roll_numbers)
    values ('quiz', new.unique_id, 'opened', coalesce(nullif(new.topic, ''), new.subject_id),
      new.starts_at, new.ends_at, new.for_everyone, new.for_courses, new.for_years,
      new.for_roll_numbers);
    perform tell_notice(null);
  end if;
  return null;
end
$$;

create trigger quizzes_note_changes
  after insert or update of status, starts_at, ends_at, time_limit_seconds, for_everyone, for_courses,
    for_years, for_roll_numbers on quizzes
  for each row execute function note_quiz_change();

create function note_assignment_change() returns trigger language plpgsql as $$
declare
  was_open boolean := tg_op = 'UPDATE' and old.withdrawn_at is null;
  is_open boolean := new.withdrawn_at is null;
  known assignments;
begin
  if was_open then known := old; else known := new; end if;
  if was_open and is_open and old.due_at is distinct from new.due_at then
    insert into work_changes (kind, work_id, change, title, ends_at, was_ends_at, for_everyone,
      for_courses, for_years, for_roll_numbers)
    values ('assignment', new.id, 'times', new.title, new.due_at, old.due_at, known.for_everyone,
      known.for_courses, known.for_years, known.for_roll_numbers);
    perform tell_notice(null);
  end if;
  if was_open and not is_open then
    insert into work_changes (kind, work_id, change, title, ends_at, for_everyone, for_courses,
      for_years, for_roll_numbers)
    values ('assignment', known.id, 'withdrawn', known.title, known.due_at, known.for_everyone,
      known.for_courses, known.for_years, known.for_roll_numbers);
    perform tell_notice(null);
  end if;
  if is_open and (not was_open
    or (known.for_everyone, known.for_courses, known.for_years, known.for_roll_numbers)
      is distinct from
      (new.for_everyone, new.for_courses, new.for_years, new.for_roll_numbers)) then
    insert into work_changes (kind, work_id, change, title, ends_at, for_everyone, for_courses,
      for_years, for_roll_numbers)
    values ('assignment', new.id, 'opened', new.title, new.due_at, new.for_everyone,
      new.for_courses, new.for_years, new.for_roll_numbers);
    perform tell_notice(null);
  end if;
  return null;
end
$$;

create trigger assignments_note_changes
  after insert or update of due_at, withdrawn_at, for_everyone, for_courses, for_years,
    for_roll_numbers on assignments
  for each row execute function note_assignment_change();

-- What is read from other tables when notices are listed; here only that somebody should look.
create function tell_of_marks() returns trigger language plpgsql as $$
begin
  perform tell_notice(new.student_id);
  return null;
end
$$;

create trigger hand_ins_tell_of_marks
  after update of marks, comment, marked_at on hand_ins
  for each row
  when ((old.marks, old.comment, old.marked_at)
    is distinct from (new.marks, new.comment, new.marked_at))
  execute function tell_of_marks();

create function tell_everyone() returns trigger language plpgsql as $$
begin
  perform tell_notice(null);
  return null;
end
$$;

create trigger announcements_tell
  after insert on announcements
  for each statement execute function tell_everyone();

create trigger extensions_tell
  after insert on extensions
  for each statement execute function tell_everyone();

-- Which notices a person has read. A notice is no row of its own: its name says what it is made of.
create table notice_reads (
  person_id text not null
    constraint notice_reads_person_id_fkey references people on delete cascade,
  notice text not null,
  read_at timestamptz not null default clock_timestamp(),
  constraint notice_reads_pkey primary key (person_id, notice),
  constraint notice_reads_notice_has_length check (length(notice) between 1 and 100)
);

-- The secret address of a student's calendar. There is one; another one puts an end to it.
create table calendar_links (
  person_id text constraint calendar_links_pkey primary key
    constraint calendar_links_person_id_fkey references people on delete cascade,
  -- SHA-256 of the token in the address, which is kept nowhere.
  token_hash bytea not null constraint calendar_links_token_hash_unique unique,
  created_at timestamptz not null default clock_timestamp(),
  constraint calendar_links_token_hash_is_sha256 check (length(token_hash) = 32)
);

-- Scores of a term are read without the marks that they come from.
create index attempts_scores on attempts (quiz_id, person_id) include (score)
  where submitted_at is not null;
