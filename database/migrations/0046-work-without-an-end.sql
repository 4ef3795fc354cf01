-- An assignment without a due time is never over, so it is not put away with those of earlier terms.
create or replace function keep_work_audience(
  of_kind text, of_work uuid, groups text[], lasts_until timestamptz
) returns void language sql as $$
  update work_audience
  set is_current = group_name = any(groups), until = lasts_until
  where kind = of_kind and work_id = of_work
    and (is_current, until) is distinct from (group_name = any(groups), lasts_until);
  insert into work_audience (kind, work_id, group_name, is_current, until)
  select distinct of_kind, of_work, group_name, true, lasts_until
  from unnest(groups) as group_name
  on conflict do nothing
$$;

create or replace function keep_audience_of_quiz() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    update work_audience set is_current = false
    where kind = 'quiz' and work_id = old.unique_id;
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

create or replace function keep_audience_of_assignment() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    update work_audience set is_current = false
    where kind = 'assignment' and work_id = old.id;
    return null;
  end if;
  perform keep_work_audience('assignment', new.id,
    groups_of_audience(new.for_everyone, new.for_courses, new.for_years, new.for_roll_numbers),
    case when new.due_at is null and new.withdrawn_at is null
      -- It is never over. A moment that a place can name.
      then timestamptz '9999-12-31 00:00:00+00'
      else greatest(new.due_at, clock_timestamp())
    end);
  return null;
end
$$;

create or replace function prolong_audience_by_extensions() returns trigger language plpgsql as $$
begin
  update work_audience audience
  set until = granted.until
  from (
    select quiz_id, max(greatest(granted_at, reopened_until)) as until
    from granted_now
    group by quiz_id
  ) granted
  where audience.kind = 'quiz' and audience.work_id = granted.quiz_id
    and audience.until < granted.until;
  return null;
end
$$;

update work_audience
set until = timestamptz '9999-12-31 00:00:00+00'
from assignments
where kind = 'assignment' and work_id = id and due_at is null and withdrawn_at is null;

-- A quiz takes nothing from an assignment of the same id, and the other way round.
alter table work_audience
  drop constraint work_audience_pkey,
  add constraint work_audience_pkey primary key (work_id, group_name, kind);

drop function tell_groups(text[]);
create function tell_groups(groups text[], are_others boolean default false) returns void language sql as $$
  select pg_notify('vlabs_live_events', json_build_object('channel', 'notices',
    'payload', json_build_object('personId', null, 'areOthers', are_others,
      'groups', json_agg(group_name)))::text)
  from (
    select group_name,
      sum(octet_length(to_json(group_name)::text) + 2) over (order by group_name) / 6000 as part
    from unnest(groups) as group_name
  ) parted
  group by part
$$;

-- Whose course or year is another has other groups: their open pages follow those from now on.
create function tell_moved_students() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform tell_groups(array_agg('person ' || lower(person_id collate "und-x-icu")), true)
    from students_now;
  else
    perform tell_groups(array_agg('person ' || lower(person_id collate "und-x-icu")), true)
    from students_now
    join students_before using (person_id)
    where (students_now.course, students_now.graduation_year)
      is distinct from (students_before.course, students_before.graduation_year);
  end if;
  return null;
end
$$;

create trigger students_tell_of_themselves
  after insert on students referencing new table as students_now
  for each statement execute function tell_moved_students();

create trigger students_tell_of_a_move
  after update on students referencing old table as students_before new table as students_now
  for each statement execute function tell_moved_students();
