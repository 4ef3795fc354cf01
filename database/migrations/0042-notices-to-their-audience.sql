-- Open pages of these groups hear that they should look again: as many messages as one of 8000 bytes
-- has not room for. Servers of an earlier version read personId alone, and tell everyone.
create function tell_groups(groups text[]) returns void language sql as $$
  select pg_notify('vlabs_live_events', json_build_object('channel', 'notices',
    'payload', json_build_object('personId', null, 'groups', json_agg(group_name)))::text)
  from (
    select group_name,
      sum(octet_length(to_json(group_name)::text) + 2) over (order by group_name) / 6000 as part
    from unnest(groups) as group_name
  ) parted
  group by part
$$;

-- Of a change those who had it before hear as well: what is no longer theirs goes from their pages.
create function tell_of_work(of_work uuid, also_before boolean) returns void language sql as $$
  select tell_groups(array_agg(group_name))
  from work_audience
  where work_id = of_work and (is_current or also_before)
$$;

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
      was_ends_at, for_everyone, for_courses, for_years, for_roll_numbers)
    values ('quiz', new.unique_id, 'times', coalesce(nullif(new.topic, ''), new.subject_id),
      new.starts_at, new.ends_at, old.starts_at, old.ends_at, known.for_everyone,
      known.for_courses, known.for_years, known.for_roll_numbers);
  end if;
  if was_open and not is_open then
    insert into work_changes (kind, work_id, change, title, starts_at, ends_at, for_everyone,
      for_courses, for_years, for_roll_numbers)
    values ('quiz', known.unique_id, 'withdrawn',
      coalesce(nullif(known.topic, ''), known.subject_id), known.starts_at, known.ends_at,
      known.for_everyone, known.for_courses, known.for_years, known.for_roll_numbers);
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
  end if;
  return null;
end
$$;

create or replace function note_assignment_change() returns trigger language plpgsql as $$
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
  end if;
  if was_open and not is_open then
    insert into work_changes (kind, work_id, change, title, ends_at, for_everyone, for_courses,
      for_years, for_roll_numbers)
    values ('assignment', known.id, 'withdrawn', known.title, known.due_at, known.for_everyone,
      known.for_courses, known.for_years, known.for_roll_numbers);
  end if;
  if is_open and (not was_open
    or (known.for_everyone, known.for_courses, known.for_years, known.for_roll_numbers)
      is distinct from
      (new.for_everyone, new.for_courses, new.for_years, new.for_roll_numbers)) then
    insert into work_changes (kind, work_id, change, title, ends_at, for_everyone, for_courses,
      for_years, for_roll_numbers)
    values ('assignment', new.id, 'opened', new.title, new.due_at, new.for_everyone,
      new.for_courses, new.for_years, new.for_roll_numbers);
  end if;
  return null;
end
$$;

create function tell_of_change() returns trigger language plpgsql as $$
begin
  perform tell_of_work(new.work_id, true);
  return null;
end
$$;

create trigger work_changes_tell
  after insert on work_changes
  for each row execute function tell_of_change();

-- What is read from other tables when notices are listed; here only that somebody should look.
create or replace function tell_of_marks() returns trigger language plpgsql as $$
begin
  perform tell_groups(array['person ' || lower(new.student_id collate "und-x-icu")]);
  return null;
end
$$;

create function tell_of_announcement() returns trigger language plpgsql as $$
begin
  perform tell_of_work(new.quiz_id, false);
  return null;
end
$$;

drop trigger announcements_tell on announcements;
create trigger announcements_tell
  after insert on announcements
  for each row execute function tell_of_announcement();

-- Extra time for some persons is told to them; for all others, to whoever has the quiz.
create function tell_of_extensions() returns trigger language plpgsql as $$
begin
  perform tell_groups(array_agg(target)) from granted_now where target like 'person %';
  perform tell_of_work(quiz_id, false) from granted_now where target not like 'person %' group by quiz_id;
  return null;
end
$$;

drop trigger extensions_tell on extensions;
create trigger extensions_tell
  after insert on extensions referencing new table as granted_now
  for each statement execute function tell_of_extensions();

drop function tell_everyone();
drop function tell_notice(text);
