-- What the student list says of a person beside their name and e-mail, which live on people.

create table students (
  person_id text constraint students_pkey primary key
    constraint students_person_id_fkey references people on delete cascade,
  -- Texts as the list has them; empty where it says nothing.
  course text not null default '',
  mobile text not null default '',
  mentor_name text not null default '',
  mentor_email text not null default '',
  department text not null default '',
  parent_mobile text not null default '',
  graduation_year text not null default '',
  -- Columns of the list that are not known here: their heading to their text, in order.
  other jsonb not null default '[]',
  updated_at timestamptz not null default now(),
  constraint students_other_is_a_list check (jsonb_typeof(other) = 'array')
);

create index students_by_course on students (lower(course));
create index students_by_graduation_year on students (graduation_year);

-- Every student, on the list or registered by themselves. The demo's count while it has a password.
create view student_records as
  select
    person.id, person.name, coalesce(person.email, '') as email,
    coalesce(student.course, '') as course,
    coalesce(student.mobile, '') as mobile,
    coalesce(student.mentor_name, '') as mentor_name,
    coalesce(student.mentor_email, '') as mentor_email,
    coalesce(student.department, '') as department,
    coalesce(student.parent_mobile, '') as parent_mobile,
    coalesce(student.graduation_year, '') as graduation_year,
    coalesce(student.other, '[]') as other,
    student.person_id is not null as is_listed,
    person.registered_at,
    person.disabled_at
  from people person
  left join students student on student.person_id = person.id
  where person.role = 0 and (
    not person.is_demo
    or exists (select 1 from people demo where demo.is_demo and demo.password_hash is not null)
  );
