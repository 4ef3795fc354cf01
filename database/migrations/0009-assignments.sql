create table assignments (
  id uuid default gen_random_uuid() constraint assignments_pkey primary key,
  title text not null,
  -- Markdown; empty where the file says all.
  text text not null,
  file_bucket text,
  file_id text,
  -- What students see the file called; empty without one.
  file_name text not null,
  -- Judge0's number of the language that a program must be in; null: any.
  language_id smallint,
  due_at timestamptz,
  max_marks double precision not null,
  for_everyone boolean not null,
  for_courses text[] not null,
  for_years text[] not null,
  for_roll_numbers text[] not null,
  created_by text not null constraint assignments_created_by_fkey references people,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  -- Students see it no longer; what they handed in stays.
  withdrawn_at timestamptz,
  is_demo boolean not null default false,
  -- Students who handed in, and those whose last hand-in is marked: counted anew with each change.
  submitted_count integer not null default 0,
  marked_count integer not null default 0,
  constraint assignments_file_fkey
    foreign key (file_bucket, file_id) references files (bucket_id, id),
  constraint assignments_file_is_of_assignments check (file_bucket = 'assignments'),
  constraint assignments_file_is_whole check ((file_bucket is null) = (file_id is null)),
  constraint assignments_say_something check (text <> '' or file_id is not null),
  constraint assignments_language_is_known check (language_id in (50, 54, 62, 71)),
  constraint assignments_max_marks_are_positive check (max_marks > 0),
  constraint assignments_marked_are_submitted check (marked_count between 0 and submitted_count)
);

create index assignments_by_time on assignments (updated_at desc, id);
create index assignments_by_file on assignments (file_bucket, file_id);

-- Every version of what a student handed in. The last one counts.
create table hand_ins (
  id uuid default gen_random_uuid() constraint hand_ins_pkey primary key,
  assignment_id uuid not null constraint hand_ins_assignment_id_fkey references assignments,
  student_id text not null constraint hand_ins_student_id_fkey references people,
  -- From 1, without a gap.
  version integer not null,
  is_last boolean not null,
  kind text not null,
  -- Of a program.
  language_id smallint,
  source text,
  -- Of a text.
  text text,
  handed_in_at timestamptz not null,
  -- It arrived after the assignment was due.
  is_late boolean not null,
  marks double precision,
  comment text not null default '',
  marked_by text constraint hand_ins_marked_by_fkey references people,
  marked_at timestamptz,
  constraint hand_ins_versions_are_unique unique (assignment_id, student_id, version),
  constraint hand_ins_versions_count_from_one check (version > 0),
  constraint hand_ins_kind_is_known check (kind in ('program', 'text', 'files')),
  constraint hand_ins_program_has_source check ((kind = 'program') = (source is not null)),
  constraint hand_ins_program_has_language check ((kind = 'program') = (language_id is not null)),
  constraint hand_ins_text_has_text check ((kind = 'text') = (text is not null)),
  constraint hand_ins_language_is_known check (language_id in (50, 54, 62, 71)),
  constraint hand_ins_marks_are_not_negative check (marks >= 0),
  constraint hand_ins_marked_by_someone
    check ((marks is null) = (marked_at is null) and (marks is null) = (marked_by is null))
);

create unique index hand_ins_one_is_last on hand_ins (assignment_id, student_id) where is_last;
create index hand_ins_of_student on hand_ins (student_id, assignment_id) where is_last;

create table hand_in_files (
  hand_in_id uuid not null constraint hand_in_files_hand_in_id_fkey references hand_ins,
  -- From 1, in the order in which they were handed in.
  number integer not null,
  file_bucket text not null default 'submissions',
  file_id text not null,
  constraint hand_in_files_pkey primary key (hand_in_id, number),
  constraint hand_in_files_file_fkey
    foreign key (file_bucket, file_id) references files (bucket_id, id),
  constraint hand_in_files_are_of_submissions check (file_bucket = 'submissions'),
  constraint hand_in_files_count_from_one check (number > 0)
);

create index hand_in_files_by_file on hand_in_files (file_bucket, file_id);
