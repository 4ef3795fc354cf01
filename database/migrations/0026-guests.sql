-- Who registers and is on no student list may be a guest: a student without rights beyond the
-- Workspace, until a list or an admin confirms them. Whoever has registered before stays a student.
alter table people
  add column is_guest boolean not null default false,
  add constraint people_guests_are_no_admins check (not is_guest or role = 0);

create index people_guests on people (id) where is_guest;

-- Every student and guest. The demo's count while it has a password.
create view student_and_guest_records as
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
    person.disabled_at,
    student.last_name,
    person.is_guest
  from people person
  left join students student on student.person_id = person.id
  where person.role = 0 and (
    not person.is_demo
    or exists (select 1 from people demo where demo.is_demo and demo.password_hash is not null)
  );

-- Every student, on the list or registered by themselves. A guest is none.
create or replace view student_records as
  select id, name, email, course, mobile, mentor_name, mentor_email, department, parent_mobile,
    graduation_year, other, is_listed, registered_at, disabled_at, last_name
  from student_and_guest_records
  where not is_guest;
