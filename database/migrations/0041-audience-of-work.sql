-- For whom something is, as the names of groups: those of an audience and those of a student have one in
-- common, or it is not for them. The names are those that extensions give their targets.
create function groups_of_audience(
  for_everyone boolean, for_courses text[], for_years text[], for_roll_numbers text[]
) returns text[] language sql immutable as $$
  select case when for_everyone then array['everyone'] else
    array(select 'course ' || name from unnest(lower_all(for_courses)) as name where name <> '')
    || array(select 'year ' || name from unnest(lower_all(for_years)) as name where name <> '')
    || array(select 'person ' || name from unnest(for_roll_numbers) as name)
  end
$$;

-- A null among them is in no audience.
create function groups_of_student(
  roll_number text, course text, year text
) returns text[] language sql immutable as $$
  select array[
    'everyone',
    case when course <> '' then 'course ' || lower(course collate "und-x-icu") end,
    case when year <> '' then 'year ' || lower(year collate "und-x-icu") end,
    'person ' || lower(roll_number collate "und-x-icu")
  ]
$$;

-- Is something with this audience for a student with this roll number, course and year? It is one
-- expression, so that it becomes part of the statement: the groups of an audience that a statement
-- brings are made once, not for each student.
create or replace function is_for_student(
  for_everyone boolean, for_courses text[], for_years text[], for_roll_numbers text[],
  roll_number text, course text, year text
) returns boolean language sql immutable as $$
  select groups_of_audience(for_everyone, for_courses, for_years, for_roll_numbers)
    && groups_of_student(roll_number, course, year)
$$;

-- Which groups have which quizzes and assignments, drafts and withdrawn ones among them, so that what a
-- student has is found by an index. Triggers alone write it, in the transaction that changes the work.
create table work_audience (
  kind text not null,
  work_id uuid not null,
  group_name text not null,
  -- False: the group had it before.
  is_current boolean not null,
  -- When it ends or is due, or was changed last, whichever is later; alike for all groups of one work.
  until timestamptz not null,
  constraint work_audience_pkey primary key (work_id, group_name),
  constraint work_audience_kind_is_known check (kind in ('quiz', 'assignment'))
);

create index work_audience_of_group on work_audience (group_name, kind, until desc, work_id);

-- What a student has that ended or changed after `since`. It becomes part of the statement.
create function work_of_student(
  of_kind text, roll_number text, course text, year text, since timestamptz
) returns table (work_id uuid, until timestamptz) language sql stable as $$
  select distinct audience.work_id, audience.until
  from work_audience audience
  where audience.group_name = any(groups_of_student(roll_number, course, year))
    and audience.kind = of_kind and audience.until > since and audience.is_current
$$;

create function keep_work_audience(
  of_kind text, of_work uuid, groups text[], lasts_until timestamptz
) returns void language sql as $$
  update work_audience
  set is_current = group_name = any(groups), until = lasts_until
  where work_id = of_work
    and (is_current, until) is distinct from (group_name = any(groups), lasts_until);
  insert into work_audience (kind, work_id, group_name, is_current, until)
  select distinct of_kind, of_work, group_name, true, lasts_until
  from unnest(groups) as group_name
  on conflict do nothing
$$;

create function keep_audience_of_quiz() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    update work_audience set is_current = false where work_id = old.unique_id;
    return null;
  end if;
  perform keep_work_audience('quiz', new.unique_id,
    groups_of_audience(new.for_everyone, new.for_courses, new.for_years, new.for_roll_numbers),
    greatest(new.ends_at, clock_timestamp(),
      (select max(greatest(granted_at, reopened_until)) from extensions
        where quiz_id = new.unique_id)));
  return null;
end
$$;

-- Before those that note changes, whose names come later: whom a change concerns is known then.
create trigger quizzes_have_an_audience
  after insert or delete or update of status, starts_at, ends_at, for_everyone, for_courses, for_years,
    for_roll_numbers on quizzes
  for each row execute function keep_audience_of_quiz();

create function keep_audience_of_assignment() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    update work_audience set is_current = false where work_id = old.id;
    return null;
  end if;
  perform keep_work_audience('assignment', new.id,
    groups_of_audience(new.for_everyone, new.for_courses, new.for_years, new.for_roll_numbers),
    greatest(new.due_at, clock_timestamp()));
  return null;
end
$$;

create trigger assignments_have_an_audience
  after insert or delete or update of due_at, updated_at, withdrawn_at, for_everyone, for_courses,
    for_years, for_roll_numbers on assignments
  for each row execute function keep_audience_of_assignment();

-- A quiz that is long over and is opened again for somebody is there again.
create function prolong_audience_by_extensions() returns trigger language plpgsql as $$
begin
  update work_audience audience
  set until = granted.until
  from (
    select quiz_id, max(greatest(granted_at, reopened_until)) as until
    from granted_now
    group by quiz_id
  ) granted
  where audience.work_id = granted.quiz_id and audience.until < granted.until;
  return null;
end
$$;

create trigger extensions_prolong_audiences
  after insert on extensions referencing new table as granted_now
  for each statement execute function prolong_audience_by_extensions();

insert into work_audience (kind, work_id, group_name, is_current, until)
select 'quiz', unique_id, group_name, true,
  greatest(ends_at, changed_at,
    (select max(greatest(granted_at, reopened_until)) from extensions where quiz_id = unique_id),
    (select max(at) from work_changes where work_id = unique_id))
from quizzes
cross join lateral unnest(
  groups_of_audience(for_everyone, for_courses, for_years, for_roll_numbers)) as group_name
union
select 'assignment', id, group_name, true,
  greatest(due_at, updated_at, withdrawn_at,
    (select max(at) from work_changes where work_id = assignments.id))
from assignments
cross join lateral unnest(
  groups_of_audience(for_everyone, for_courses, for_years, for_roll_numbers)) as group_name;

-- Groups that had it before, or had a quiz that is deleted.
insert into work_audience (kind, work_id, group_name, is_current, until)
select kind, work_id, group_name, false, max(greatest(ends_at, at))
from work_changes
cross join lateral unnest(
  groups_of_audience(for_everyone, for_courses, for_years, for_roll_numbers)) as group_name
group by kind, work_id, group_name
on conflict do nothing;

-- Whom each change concerns is looked at with every list of notices.
alter table work_changes add column groups text[] not null
  generated always as (groups_of_audience(for_everyone, for_courses, for_years, for_roll_numbers)) stored;

-- Who is in a group, by the names that audiences have.
create index students_of_course on students (('course ' || lower(course collate "und-x-icu")));
create index students_of_year on students (('year ' || lower(graduation_year collate "und-x-icu")));
create index people_as_group on people (('person ' || lower(id collate "und-x-icu")));

create index quizzes_by_start on quizzes (starts_at desc);
