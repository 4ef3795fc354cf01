-- Compatible with earlier servers: they call the one function as before, and know nothing of the other.

-- Open classes that have no other owner who can sign in.
create function last_owner_of(of_person text) returns integer language sql stable as $$
  select count(*)::integer
  from class_members own
  join classes on classes.id = own.class_id and state = 'open'
  where own.person_id = of_person and own.role = 'owner' and own.left_at is null
    and not exists (
      select from class_members other
      join people on people.id = other.person_id and disabled_at is null
      where other.class_id = own.class_id and other.role = 'owner' and other.left_at is null
        and other.person_id <> of_person)
$$;

-- A student who is in no class has left too, after the last sign of them.
create or replace function left_since(of_person text) returns timestamptz language sql stable as $$
  select case
    when erased_at is not null or is_demo then null
    when disabled_at is not null then disabled_at
    when role = 0 and not is_guest then (
      select case when not coalesce(bool_or(goes_on), false) then greatest(
        max(ended_at), registered_at,
        (select max(last_used_at) from sessions where person_id = of_person),
        (select max(last_seen_at) from attempts where person_id = of_person),
        (select max(handed_in_at) from hand_ins where student_id = of_person and is_last)) end
      from (
        select coalesce(left_at, end_of_work(class_id, joined_at)) as ended_at,
          left_at is null and state = 'open' and end_of_work(class_id, joined_at) > now() as goes_on
        from class_members join classes on classes.id = class_id
        where person_id = of_person
      ) memberships)
  end
  from people
  where id = of_person
$$;
