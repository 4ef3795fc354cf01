-- A little of everything that a campus has, written by the first release. Upgrades are tested with it.

insert into people (id, name, email, role, password_hash, registered_at)
values ('teacher', 'Tara Rao', 'tara@example.edu', 1, 'x', now()),
  ('0021', 'Asha Sen', 'asha@example.edu', 0, 'x', now()),
  ('0022', 'Ravi Das', null, 0, null, null);
insert into students (person_id, last_name, course, mobile, mentor_name, mentor_email, department,
  parent_mobile, graduation_year, other)
values ('0021', 'Sen', 'B.Tech', '+91', 'Dr. Sen', '', 'CSE', '091', '2027', '[]'),
  ('0022', 'Das', 'MCA', '', '', '', 'CSA', '', '2028', '[{"heading": "Hall", "text": "A"}]');
insert into terms (name, starts_on, ends_on) values ('Autumn', '2026-07-01', '2026-12-20');
insert into classes (term_id, subject, name, code, department, created_by)
select id, 'Data Structures', 'CSE-4', 'CS201', 'CSE', 'teacher' from terms;
insert into class_members (class_id, person_id, role, source)
select id, '0021', 'student', 'list' from classes;
insert into quizzes (unique_id, status, topic, subject_id, class_name, total_questions,
  score_per_question, time_limit, time_limit_seconds, starts_at, ends_at, for_everyone, for_courses,
  for_years, for_roll_numbers, score_opens, answers_open, shuffle_questions, shuffle_options,
  created_by)
values ('d0000000-0000-4000-8000-000000000001', 'published', 'Stacks', 'DS', 'CSE-4', 1, 5, '30 min',
  1800, now() - interval '2 hours', now() - interval '1 hour', true, '{}', '{}', '{}', 'at_end',
  'at_end', false, false, 'teacher');
insert into quiz_questions (quiz_id, number, title, options, correct_answer, variants)
select unique_id, 1, 'Which is last in, first out?', '{Stack,Queue,Tree,Heap}', 1, '[]' from quizzes;
insert into attempts (quiz_id, person_id, started_at, deadline_at, answers, answered, sequence,
  saved_at, last_seen_at, changed_at, submitted_at, submitted_by, score, receipt_sha256)
select unique_id, '0021', starts_at, ends_at, '{"1":"1"}', 1, 1, starts_at, starts_at, starts_at,
  ends_at, 'student', 5, repeat('0', 64)
from quizzes;
insert into attempt_steps (quiz_id, person_id, at, step, by)
select unique_id, '0021', starts_at, 'start', '0021' from quizzes;
insert into assignments (title, text, file_name, max_marks, for_everyone, for_courses, for_years,
  for_roll_numbers, created_by)
values ('Sorting', 'Sort numbers.', '', 10, true, '{}', '{}', '{}', 'teacher');
insert into hand_ins (assignment_id, student_id, version, is_last, kind, text, handed_in_at, is_late)
select id, '0021', 1, true, 'text', 'Done', now(), false from assignments;
insert into program_drafts (person_id, assignment, part, text, device)
values ('0021', '', '71', 'print(1)', 'Firefox');
insert into column_matches (headings, column_match) values ('x', '{"read": {}, "kept": []}');
