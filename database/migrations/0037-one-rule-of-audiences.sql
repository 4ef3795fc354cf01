-- Names in lower case as the contract has them, whatever the locale of the database.
create function lower_all(names text[]) returns text[] language sql immutable as $$
  select array(select lower(name collate "und-x-icu") from unnest(names) as name)
$$;

-- Is something with this audience for a student with this roll number, course and year? It is one
-- expression, so that it becomes part of the statement: names that a statement brings are put into
-- lower case once, not for each student.
create or replace function is_for_student(
  for_everyone boolean, for_courses text[], for_years text[], for_roll_numbers text[],
  roll_number text, course text, year text
) returns boolean language sql immutable as $$
  select for_everyone
    or (course <> '' and lower(course collate "und-x-icu") = any(lower_all(for_courses)))
    or (year <> '' and lower(year collate "und-x-icu") = any(lower_all(for_years)))
    or lower(roll_number collate "und-x-icu") = any(for_roll_numbers)
$$;
