-- Compatible with earlier servers: they do not call the function, and read composed names like others.
-- Runs in steps, outside of a transaction.
-- Step
-- Roll numbers as a person typed them, in lower case as their accounts have them: the account with just that roll
-- number, or the one that differs from it only in digits and dashes. Others are written plainly.
create or replace function stored_roll_numbers(typed text[]) returns text[]
  language sql stable parallel safe
  return array(
    select coalesce(
      (select lower(id) from people where lower(id) = lower(one) limit 1),
      (select lower(id) from people
        where lower(id) <> plain_roll_number(id) and plain_roll_number(id) = plain_roll_number(one)
        order by id limit 1),
      plain_roll_number(one))
    from unnest(typed) with ordinality as each (one, place)
    order by place);
-- Step
update students
set course = normalize(course, nfc), department = normalize(department, nfc),
  mentor_name = normalize(mentor_name, nfc)
where course is not nfc normalized or department is not nfc normalized
  or mentor_name is not nfc normalized;
-- Step
update quizzes set for_courses = array(select normalize(name, nfc) from unnest(for_courses) as name)
where array_to_string(for_courses, ' ') is not nfc normalized;
-- Step
update assignments
set for_courses = array(select normalize(name, nfc) from unnest(for_courses) as name)
where array_to_string(for_courses, ' ') is not nfc normalized;
