-- The groups of a student are made once for a statement, by a plan that the connection keeps.
create or replace function all_groups_of_student(
  roll_number text, course text, year text
) returns text[] language plpgsql stable as $$
declare
  own text[] := groups_of_student(roll_number, course, year);
begin
  return own || array(
    select 'class ' || member.class_id::text || ' ' || named.name
    from people
    join class_members member
      on member.person_id = people.id and member.left_at is null and member.role = 'student'
    join classes on classes.id = member.class_id and state = 'open'
    cross join lateral (
      select unnest(own) as name
      union all
      select 'section ' || section_id::text
      from member_sections
      where member_sections.class_id = member.class_id
        and member_sections.person_id = member.person_id
    ) named
    where lower(people.id) = lower(roll_number) and named.name is not null);
end
$$;

create or replace function work_of_student(
  of_kind text, roll_number text, course text, year text, since timestamptz
) returns table (work_id uuid, until timestamptz) language sql stable as $$
  select distinct audience.work_id, audience.until
  from work_audience audience
  where audience.group_name
      = any((select all_groups_of_student(roll_number, course, year))::text[])
    and audience.kind = of_kind and audience.until > since and audience.is_current
$$;
