-- Compatible with earlier servers: what they announce is told to everybody, as before.

-- Null: everybody who sits the quiz. Who assists in sections tells theirs alone.
alter table announcements add column for_sections uuid[];

create or replace function tell_of_announcement() returns trigger language plpgsql as $$
begin
  if new.for_sections is null then
    perform tell_of_work(new.quiz_id, false);
  else
    perform tell_groups(array_agg(distinct 'person ' || lower(person_id collate "und-x-icu")))
    from member_sections
    where section_id = any(new.for_sections);
  end if;
  return null;
end
$$;
