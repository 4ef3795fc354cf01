-- Terms, classes with their sections, and who is what in them. Work without a class is for the whole campus, as before.
create table terms (
  id uuid constraint terms_pkey primary key default gen_random_uuid(),
  name text not null,
  starts_on date not null,
  ends_on date not null,
  constraint terms_name_has_length check (length(name) between 1 and 100),
  constraint terms_end_after_start check (ends_on > starts_on)
);

create unique index terms_name_without_case on terms (lower(name));

create table classes (
  id uuid constraint classes_pkey primary key default gen_random_uuid(),
  term_id uuid not null constraint classes_term_id_fkey references terms,
  -- What SubjectId and ClassName of its work say.
  subject text not null,
  name text not null,
  -- By which lists name it; null while it has none.
  code text,
  department text not null default '',
  -- Students are added by staff, join by a code, or nobody is added.
  joining text not null default 'list',
  -- SHA-256 of the code with the class; the code itself is kept nowhere.
  join_code_hash bytea,
  state text not null default 'open',
  copied_from uuid constraint classes_copied_from_fkey references classes,
  created_by text not null constraint classes_created_by_fkey references people,
  created_at timestamptz not null default clock_timestamp(),
  constraint classes_name_has_length check (length(name) between 1 and 200),
  constraint classes_subject_has_length check (length(subject) between 1 and 200),
  constraint classes_code_has_length check (length(code) between 1 and 100),
  constraint classes_joining_is_known check (joining in ('list', 'code', 'closed')),
  constraint classes_joined_by_code_have_one check ((joining = 'code') = (join_code_hash is not null)),
  constraint classes_join_code_hash_is_sha256 check (length(join_code_hash) = 32),
  constraint classes_state_is_known check (state in ('open', 'archived'))
);

create index classes_of_term on classes (term_id, state);
create unique index classes_code_without_case on classes (term_id, lower(code));

create table sections (
  id uuid constraint sections_pkey primary key default gen_random_uuid(),
  class_id uuid not null constraint sections_class_id_fkey references classes on delete cascade,
  name text not null,
  constraint sections_are_of_their_class unique (class_id, id),
  constraint sections_name_has_length check (length(name) between 1 and 100)
);

create unique index sections_name_without_case on sections (class_id, lower(name));

-- One row a class and person. A role stays when somebody leaves.
create table class_members (
  class_id uuid not null
    constraint class_members_class_id_fkey references classes on delete cascade,
  person_id text not null
    constraint class_members_person_id_fkey references people on delete cascade,
  role text not null,
  -- Who may end it: an import ends only what imports made.
  source text not null default 'hand',
  joined_at timestamptz not null default now(),
  left_at timestamptz,
  constraint class_members_pkey primary key (class_id, person_id),
  constraint class_members_role_is_known check (role in ('owner', 'teacher', 'assistant', 'student')),
  constraint class_members_source_is_known check (source in ('hand', 'list', 'code'))
);

create index class_members_of_person on class_members (person_id, class_id) where left_at is null;
create index class_members_staff on class_members (person_id)
  where left_at is null and role <> 'student';

-- The sections of a member. An assistant with none has all of them.
create table member_sections (
  class_id uuid not null,
  person_id text not null,
  section_id uuid not null,
  constraint member_sections_pkey primary key (class_id, person_id, section_id),
  constraint member_sections_member_fkey foreign key (class_id, person_id)
    references class_members on delete cascade,
  constraint member_sections_section_fkey foreign key (class_id, section_id)
    references sections (class_id, id) on delete cascade
);

create index member_sections_of_section on member_sections (section_id, person_id);

-- An admin who teaches classes and may do nothing beside them. All others are campus admins.
alter table people add column is_staff boolean not null default false;
alter table people add constraint people_staff_are_admins check (not is_staff or role = 1);

alter table quizzes
  add column class_id uuid constraint quizzes_class_id_fkey references classes,
  add column for_sections uuid[] not null default '{}',
  add constraint quizzes_sections_are_of_a_class check (class_id is not null or for_sections = '{}');
create index quizzes_of_class on quizzes (class_id, created_at desc) where class_id is not null;
alter table assignments
  add column class_id uuid constraint assignments_class_id_fkey references classes,
  add column for_sections uuid[] not null default '{}',
  add constraint assignments_sections_are_of_a_class check (class_id is not null or for_sections = '{}');
create index assignments_of_class on assignments (class_id, updated_at desc) where class_id is not null;
alter table quiz_drafts
  add column class_id uuid constraint quiz_drafts_class_id_fkey references classes;
create index quiz_drafts_of_class on quiz_drafts (class_id) where class_id is not null;

-- The groups of work in a class have the class before their names: only its students have such groups.
create function groups_of_class_audience(
  class_id uuid, for_sections uuid[], for_everyone boolean, for_courses text[], for_years text[],
  for_roll_numbers text[]
) returns text[] language sql immutable as $$
  select case when class_id is null
    then groups_of_audience(for_everyone, for_courses, for_years, for_roll_numbers)
    else array(
      select 'class ' || class_id::text || ' ' || name
      from unnest(
        groups_of_audience(for_everyone, for_courses, for_years, for_roll_numbers)
        || case when for_everyone then '{}' else
          array(select 'section ' || section::text from unnest(for_sections) as section)
        end) as name)
  end
$$;

-- Of a student, with those of their classes; one that is archived gives nothing to do.
create function all_groups_of_student(
  roll_number text, course text, year text
) returns text[] language sql stable as $$
  select groups_of_student(roll_number, course, year) || array(
    select 'class ' || member.class_id::text || ' ' || name
    from class_members member
    cross join lateral unnest(groups_of_student(roll_number, course, year) || array(
      select 'section ' || section_id::text from member_sections own
      where own.class_id = member.class_id and own.person_id = member.person_id)) as name
    where member.person_id = (select id from people where lower(id) = lower(roll_number))
      and member.left_at is null and member.role = 'student' and name is not null
      and exists (select 1 from classes where classes.id = member.class_id and state = 'open'))
$$;

create or replace function work_of_student(
  of_kind text, roll_number text, course text, year text, since timestamptz
) returns table (work_id uuid, until timestamptz) language sql stable as $$
  select distinct audience.work_id, audience.until
  from work_audience audience
  where audience.group_name = any(all_groups_of_student(roll_number, course, year))
    and audience.kind = of_kind and audience.until > since and audience.is_current
$$;

create or replace function keep_audience_of_quiz() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    update work_audience set is_current = false
    where kind = 'quiz' and work_id = old.unique_id;
    return null;
  end if;
  perform keep_work_audience('quiz', new.unique_id,
    groups_of_class_audience(new.class_id, new.for_sections, new.for_everyone, new.for_courses,
      new.for_years, new.for_roll_numbers),
    greatest(new.ends_at, clock_timestamp(),
      (select max(greatest(granted_at, reopened_until)) from extensions
        where quiz_id = new.unique_id)));
  return null;
end
$$;

drop trigger quizzes_have_an_audience on quizzes;
create trigger quizzes_have_an_audience
  after insert or delete or update of status, starts_at, ends_at, for_everyone, for_courses, for_years,
    for_roll_numbers, class_id, for_sections on quizzes
  for each row execute function keep_audience_of_quiz();

create or replace function keep_audience_of_assignment() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    update work_audience set is_current = false
    where kind = 'assignment' and work_id = old.id;
    return null;
  end if;
  perform keep_work_audience('assignment', new.id,
    groups_of_class_audience(new.class_id, new.for_sections, new.for_everyone, new.for_courses,
      new.for_years, new.for_roll_numbers),
    case when new.due_at is null and new.withdrawn_at is null
      -- It is never over. A moment that a place can name.
      then timestamptz '9999-12-31 00:00:00+00'
      else greatest(new.due_at, clock_timestamp())
    end);
  return null;
end
$$;

drop trigger assignments_have_an_audience on assignments;
create trigger assignments_have_an_audience
  after insert or delete or update of due_at, updated_at, withdrawn_at, for_everyone, for_courses,
    for_years, for_roll_numbers, class_id, for_sections on assignments
  for each row execute function keep_audience_of_assignment();

alter table work_changes
  drop column groups,
  add column class_id uuid,
  add column for_sections uuid[] not null default '{}';
alter table work_changes
  add column groups text[] not null
    generated always as (groups_of_class_audience(class_id, for_sections, for_everyone, for_courses,
      for_years, for_roll_numbers)) stored;

create or replace function note_quiz_change() returns trigger language plpgsql as $$
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
      was_ends_at, for_everyone, for_courses, for_years, for_roll_numbers, class_id, for_sections)
    values ('quiz', new.unique_id, 'times', coalesce(nullif(new.topic, ''), new.subject_id),
      new.starts_at, new.ends_at, old.starts_at, old.ends_at, known.for_everyone,
      known.for_courses, known.for_years, known.for_roll_numbers, known.class_id,
      known.for_sections);
  end if;
  if was_open and not is_open then
    insert into work_changes (kind, work_id, change, title, starts_at, ends_at, for_everyone,
      for_courses, for_years, for_roll_numbers, class_id, for_sections)
    values ('quiz', known.unique_id, 'withdrawn',
      coalesce(nullif(known.topic, ''), known.subject_id), known.starts_at, known.ends_at,
      known.for_everyone, known.for_courses, known.for_years, known.for_roll_numbers,
      known.class_id, known.for_sections);
  end if;
  if is_open and (not was_open
    or (known.for_everyone, known.for_courses, known.for_years, known.for_roll_numbers,
        known.class_id, known.for_sections)
      is distinct from
      (new.for_everyone, new.for_courses, new.for_years, new.for_roll_numbers,
        new.class_id, new.for_sections)) then
    insert into work_changes (kind, work_id, change, title, starts_at, ends_at, for_everyone,
      for_courses, for_years, for_roll_numbers, class_id, for_sections)
    values ('quiz', new.unique_id, 'opened', coalesce(nullif(new.topic, ''), new.subject_id),
      new.starts_at, new.ends_at, new.for_everyone, new.for_courses, new.for_years,
      new.for_roll_numbers, new.class_id, new.for_sections);
  end if;
  return null;
end
$$;

drop trigger quizzes_note_changes on quizzes;
create trigger quizzes_note_changes
  after insert or update of status, starts_at, ends_at, time_limit_seconds, for_everyone, for_courses,
    for_years, for_roll_numbers, class_id, for_sections on quizzes
  for each row execute function note_quiz_change();

create or replace function note_assignment_change() returns trigger language plpgsql as $$
declare
  was_open boolean := tg_op = 'UPDATE' and old.withdrawn_at is null;
  is_open boolean := new.withdrawn_at is null;
  known assignments;
begin
  if was_open then known := old; else known := new; end if;
  if was_open and is_open and old.due_at is distinct from new.due_at then
    insert into work_changes (kind, work_id, change, title, ends_at, was_ends_at, for_everyone,
      for_courses, for_years, for_roll_numbers, class_id, for_sections)
    values ('assignment', new.id, 'times', new.title, new.due_at, old.due_at, known.for_everyone,
      known.for_courses, known.for_years, known.for_roll_numbers, known.class_id,
      known.for_sections);
  end if;
  if was_open and not is_open then
    insert into work_changes (kind, work_id, change, title, ends_at, for_everyone, for_courses,
      for_years, for_roll_numbers, class_id, for_sections)
    values ('assignment', known.id, 'withdrawn', known.title, known.due_at, known.for_everyone,
      known.for_courses, known.for_years, known.for_roll_numbers, known.class_id,
      known.for_sections);
  end if;
  if is_open and (not was_open
    or (known.for_everyone, known.for_courses, known.for_years, known.for_roll_numbers,
        known.class_id, known.for_sections)
      is distinct from
      (new.for_everyone, new.for_courses, new.for_years, new.for_roll_numbers,
        new.class_id, new.for_sections)) then
    insert into work_changes (kind, work_id, change, title, ends_at, for_everyone, for_courses,
      for_years, for_roll_numbers, class_id, for_sections)
    values ('assignment', new.id, 'opened', new.title, new.due_at, new.for_everyone,
      new.for_courses, new.for_years, new.for_roll_numbers, new.class_id, new.for_sections);
  end if;
  return null;
end
$$;

drop trigger assignments_note_changes on assignments;
create trigger assignments_note_changes
  after insert or update of due_at, withdrawn_at, for_everyone, for_courses, for_years,
    for_roll_numbers, class_id, for_sections on assignments
  for each row execute function note_assignment_change();

-- Who joins, leaves or moves has other groups, as who is put into another course.
create function tell_moved_members() returns trigger language plpgsql as $$
begin
  perform tell_groups(array_agg(distinct 'person ' || lower(person_id collate "und-x-icu")), true)
  from members_moved;
  return null;
end
$$;

create trigger class_members_tell_of_joining
  after insert on class_members referencing new table as members_moved
  for each statement execute function tell_moved_members();
create trigger class_members_tell_of_changes
  after update on class_members referencing new table as members_moved
  for each statement execute function tell_moved_members();
create trigger class_members_tell_of_going
  after delete on class_members referencing old table as members_moved
  for each statement execute function tell_moved_members();
create trigger member_sections_tell_of_joining
  after insert on member_sections referencing new table as members_moved
  for each statement execute function tell_moved_members();
create trigger member_sections_tell_of_going
  after delete on member_sections referencing old table as members_moved
  for each statement execute function tell_moved_members();
