-- The tables of the first release.

create table people (
  -- The roll number. Text, because leading zeros matter.
  id text constraint people_pkey primary key,
  name text not null,
  -- Null if unknown: a person on the student list may have none until they register.
  email text,
  -- 0 student, 1 admin.
  role smallint not null,
  -- Null: on the student list, but not registered yet.
  password_hash text,
  -- A demo account; cannot sign in while the demo is off.
  is_demo boolean not null default false,
  created_at timestamptz not null default now(),
  registered_at timestamptz,
  disabled_at timestamptz,
  constraint people_id_has_length check (length(id) between 1 and 64),
  -- On no student list and not confirmed: a student without rights beyond the Workspace.
  is_guest boolean not null default false,
  constraint people_guests_are_no_admins check (not is_guest or role = 0),
  constraint people_role_is_known check (role in (0, 1)),
  constraint people_who_sign_in_have_an_email check (password_hash is null or email is not null),
  -- An admin whose rights are limited to the classes they teach. All others are campus admins.
  is_staff boolean not null default false,
  constraint people_staff_are_admins check (not is_staff or role = 1),
  -- When the person was erased; the row is then a placeholder.
  erased_at timestamptz
);

-- Sorts numbers within text by value: Sec 2 before Sec 10.
create collation in_words (provider = icu, locale = 'en-IN-u-kn-true');
create unique index people_id_without_case on people (lower(id));
create unique index people_email_without_case on people (lower(email));
create index people_guests on people (id) where is_guest;
create index students_in_words on people (id collate in_words) where role = 0;
create index people_as_group on people (('person ' || lower(id collate "und-x-icu")));

-- Terms, classes with their sections, and members with their roles. Work without a class is for the
-- whole campus.
create table terms (
  id uuid constraint terms_pkey primary key default gen_random_uuid(),
  name text not null,
  starts_on date not null,
  ends_on date not null,
  constraint terms_name_has_length check (length(name) between 1 and 100),
  constraint terms_end_after_start check (ends_on > starts_on)
);

create unique index terms_name_without_case on terms (lower(name));

create table classes (
  id uuid constraint classes_pkey primary key default gen_random_uuid(),
  term_id uuid not null constraint classes_term_id_fkey references terms,
  -- SubjectId and ClassName of the class's work.
  subject text not null,
  name text not null,
  -- The name that imported lists use; null if it has none.
  code text,
  department text not null default '',
  -- How students are added: by staff, with a join code, or not at all.
  joining text not null default 'list',
  -- SHA-256 of the join code, which has 60 random bits and is not stored.
  join_code_hash bytea,
  state text not null default 'open',
  copied_from uuid constraint classes_copied_from_fkey references classes,
  created_by text not null constraint classes_created_by_fkey references people,
  created_at timestamptz not null default clock_timestamp(),
  constraint classes_name_has_length check (length(name) between 1 and 200),
  constraint classes_subject_has_length check (length(subject) between 1 and 200),
  constraint classes_code_has_length check (length(code) between 1 and 100),
  constraint classes_joining_is_known check (joining in ('list', 'code', 'closed')),
  constraint classes_joined_by_code_have_one check ((joining = 'code') = (join_code_hash is not null)),
  constraint classes_join_code_hash_is_sha256 check (length(join_code_hash) = 32),
  constraint classes_state_is_known check (state in ('open', 'archived'))
);

create index classes_of_term on classes (term_id, state);
create unique index classes_by_join_code on classes (join_code_hash);
create unique index classes_code_without_case
  on classes (term_id, lower(department), lower(code)) where code is not null;

create table sections (
  id uuid constraint sections_pkey primary key default gen_random_uuid(),
  class_id uuid not null constraint sections_class_id_fkey references classes on delete cascade,
  name text not null,
  constraint sections_are_of_their_class unique (class_id, id),
  constraint sections_name_has_length check (length(name) between 1 and 100)
);

create unique index sections_name_without_case on sections (class_id, lower(name));

-- One row per class and person. The role is kept when somebody leaves.
create table class_members (
  class_id uuid not null
    constraint class_members_class_id_fkey references classes on delete cascade,
  person_id text not null
    constraint class_members_person_id_fkey references people on delete cascade,
  role text not null,
  -- What created the membership: an import ends only memberships that imports created.
  source text not null default 'hand',
  joined_at timestamptz not null default now(),
  left_at timestamptz,
  constraint class_members_pkey primary key (class_id, person_id),
  constraint class_members_role_is_known check (role in ('owner', 'teacher', 'assistant', 'student')),
  constraint class_members_source_is_known check (source in ('hand', 'list', 'code'))
);

create index class_members_by_person on class_members (person_id);
create index class_members_of_person on class_members (person_id, class_id) where left_at is null;
create index class_members_staff on class_members (person_id)
  where left_at is null and role <> 'student';
-- Lists a teacher's students with an index-only scan.
create index class_members_students on class_members (class_id) include (person_id)
  where left_at is null and role = 'student';

-- The sections of a member. An assistant with none has all of them.
create table member_sections (
  class_id uuid not null,
  person_id text not null,
  section_id uuid not null,
  constraint member_sections_pkey primary key (class_id, person_id, section_id),
  constraint member_sections_member_fkey foreign key (class_id, person_id)
    references class_members on delete cascade,
  constraint member_sections_section_fkey foreign key (class_id, section_id)
    references sections (class_id, id) on delete cascade
);

create index member_sections_of_section on member_sections (section_id, person_id);

create table sessions (
  id uuid default gen_random_uuid() constraint sessions_pkey primary key,
  -- SHA-256 of the token, which is not stored.
  token_hash bytea not null constraint sessions_token_hash_unique unique,
  person_id text not null
    constraint sessions_person_id_fkey references people on delete cascade,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  address text not null,
  browser text not null,
  constraint sessions_token_hash_is_sha256 check (length(token_hash) = 32)
);

create index sessions_person on sessions (person_id, last_used_at);

create table login_failures (
  id bigint generated always as identity constraint login_failures_pkey primary key,
  -- In lower case; may belong to no person.
  person_id text not null,
  -- The network of the login's address.
  network text not null,
  failed_at timestamptz not null default now()
);

create index login_failures_of_person on login_failures (network, person_id, failed_at);
create index login_failures_of_network on login_failures (network, failed_at);
create index login_failures_by_time on login_failures (failed_at);

-- One code per student on the list who has not registered: it replaces the proof by e-mail.
create table registration_codes (
  person_id text constraint registration_codes_pkey primary key
    constraint registration_codes_person_id_fkey references people on delete cascade,
  -- SHA-256 of the code with the roll number; the code itself is not stored.
  code_hash bytea not null,
  expires_at timestamptz not null,
  constraint registration_codes_hash_is_sha256 check (length(code_hash) = 32)
);

-- A run of a program. Attributes and results use Judge0's names. Texts are bytes, because neither
-- programs nor outputs must be UTF-8.
create table runs (
  token uuid constraint runs_pkey primary key,
  -- A roll number, "service " followed by a service's name, or "the server". Roll numbers contain no
  -- spaces.
  owner text not null,
  created_at timestamptz not null default clock_timestamp(),
  -- The owner's number of unfinished runs at the time; lower numbers go first.
  priority smallint not null,

  language_id integer not null,
  source_code bytea not null,
  stdin bytea,
  expected_output bytea,
  compiler_options text,
  command_line_arguments text,
  redirect_stderr_to_stdout boolean not null,
  number_of_runs integer not null,
  cpu_time_limit double precision not null,
  cpu_extra_time double precision not null,
  wall_time_limit double precision not null,
  memory_limit integer not null,
  stack_limit integer not null,
  max_processes_and_or_threads integer not null,
  max_file_size integer not null,

  status_id smallint not null,
  -- The server that executes it now.
  driver text,
  started_at timestamptz,
  -- How often it was started without an answer from a runner.
  tries smallint not null default 0,

  finished_at timestamptz,
  verdict text,
  stdout bytea,
  stderr bytea,
  compile_output bytea,
  message text,
  exit_code integer,
  exit_signal integer,
  -- Seconds.
  "time" double precision,
  wall_time double precision,
  -- Kilobytes of 1024 bytes.
  memory integer,

  -- Several inputs instead of stdin: a list of {name, stdin, expected_output}, texts in base64.
  inputs jsonb,
  -- The result for each of them, in order.
  results jsonb,
  -- A run in a terminal: stdout is the start of its output. It ends with its server and is not retried.
  is_live boolean not null default false,
  -- The assignment it was run for; empty for practice.
  assignment text not null default '',
  -- The lengths of these two texts: computing them in a query would read the texts.
  inputs_bytes integer not null default 0,
  results_bytes integer not null default 0,

  constraint runs_status_is_one_of_judge0 check (status_id between 1 and 14),
  constraint runs_processing_has_a_driver check ((status_id = 2) = (driver is not null)),
  constraint runs_ended_has_a_time check ((status_id > 2) = (finished_at is not null)),
  constraint runs_ended_has_a_verdict check ((status_id > 2) = (verdict is not null)),
  constraint runs_tries_count_up check (tries >= 0),
  constraint runs_on_inputs_have_no_stdin
    check (inputs is null or (stdin is null and expected_output is null))
);

create index runs_by_owner on runs (owner, created_at desc);
create index runs_waiting on runs (priority, created_at, token) where status_id = 1;
create index runs_by_time on runs (created_at desc, token);
create index runs_unfinished_by_owner on runs (owner) where finished_at is null;
create index runs_live_unfinished on runs (driver) where is_live and finished_at is null;

-- The student list's data about a person, except name and e-mail, which are in people.

create table students (
  person_id text constraint students_pkey primary key
    constraint students_person_id_fkey references people on delete cascade,
  -- Texts as in the list; empty if it has none.
  course text not null default '',
  mobile text not null default '',
  mentor_name text not null default '',
  mentor_email text not null default '',
  department text not null default '',
  parent_mobile text not null default '',
  graduation_year text not null default '',
  -- Unknown columns of the list: heading to text, in order.
  other jsonb not null default '[]',
  updated_at timestamptz not null default now(),
  -- Null until a list sets it; the full name is in people.
  last_name text,
  constraint students_other_is_a_list check (jsonb_typeof(other) = 'array')
);

create index students_by_course on students (lower(course));
create index students_by_graduation_year on students (graduation_year);
-- The members of groups, by the names that audiences use.
create index students_of_course on students (('course ' || lower(course collate "und-x-icu")));
create index students_of_year on students (('year ' || lower(graduation_year collate "und-x-icu")));

-- All students and guests. Demo accounts count while they have a password.
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

-- All students, listed or self-registered, without guests.
create view student_records as
  select id, name, email, course, mobile, mentor_name, mentor_email, department, parent_mobile,
    graduation_year, other, is_listed, registered_at, disabled_at, last_name
  from student_and_guest_records
  where not is_guest;

create table student_imports (
  id uuid constraint student_imports_pkey primary key,
  -- The admin who requested it.
  person_id text not null
    constraint student_imports_person_id_fkey references people on delete cascade,
  -- A file in the bucket of student lists.
  file_id text not null,
  file_name text not null,
  created_at timestamptz not null default now(),
  state text not null default 'waiting',
  -- The admin's decisions about it.
  how jsonb not null default '{}',
  -- The number of valid lines; null until the list is read.
  rows_total integer,
  rows_done integer not null default 0,
  added integer not null default 0,
  changed integer not null default 0,
  unchanged integer not null default 0,
  -- The problems of skipped lines.
  problems jsonb not null default '[]',
  -- Why it failed: a stable code and a sentence.
  failure_code text,
  failure_message text,
  cancel_asked_at timestamptz,
  finished_at timestamptz,
  constraint student_imports_state_is_known
    check (state in ('planned', 'waiting', 'running', 'done', 'failed', 'cancelled')),
  constraint student_imports_ended_has_a_time
    check ((state in ('done', 'failed', 'cancelled')) = (finished_at is not null)),
  constraint student_imports_failed_says_why
    check ((state = 'failed') = (failure_code is not null and failure_message is not null))
);

-- The parsed list of a planned import, in pieces. Deleted when it is applied, and after a day.
create table student_import_parts (
  import_id uuid not null
    constraint student_import_parts_import_id_fkey references student_imports on delete cascade,
  number integer not null,
  listed json not null,
  constraint student_import_parts_pkey primary key (import_id, number)
);

create index student_imports_by_time on student_imports (created_at desc);
create index student_imports_by_person on student_imports (person_id);

-- How to read the columns of other programs' lists: an admin matches each set of headings once.
create table column_matches (
  -- A hash of the headings that ignores order and case.
  headings text constraint column_matches_pkey primary key,
  column_match jsonb not null
);

-- The latest draft: one row per language of each assignment, and one for the inputs.
create table program_drafts (
  person_id text not null
    constraint program_drafts_person_id_fkey references people on delete cascade,
  -- Empty for practice.
  assignment text not null,
  -- Judge0's number of a language, or `inputs`.
  part text not null,
  -- Incremented by every save, so that a device can detect that another one has saved since.
  revision integer not null default 1,
  text text not null,
  -- The browser that saved it.
  device text not null,
  saved_at timestamptz not null default now(),
  constraint program_drafts_pkey primary key (person_id, assignment, part),
  constraint program_drafts_part_is_known check (part = 'inputs' or part ~ '^[1-9][0-9]{0,4}$'),
  constraint program_drafts_revision_counts_up check (revision > 0)
);

-- Versions that were saved by hand; kept forever.
create table program_versions (
  id uuid default gen_random_uuid() constraint program_versions_pkey primary key,
  person_id text not null
    constraint program_versions_person_id_fkey references people on delete cascade,
  assignment text not null,
  -- Judge0's number, as in contract/running/languages.ts and everywhere else.
  language_id integer not null,
  name text not null,
  text text not null,
  saved_at timestamptz not null default clock_timestamp(),
  constraint program_versions_language_is_a_number check (language_id > 0),
  constraint program_versions_name_has_length check (length(name) between 1 and 100)
);

create index program_versions_newest on program_versions (person_id, assignment, saved_at desc, id);
create table quizzes (
  unique_id uuid constraint quizzes_pkey primary key,
  status text not null,
  topic text not null,
  -- The subject's name in free text, despite the column's name.
  subject_id text not null,
  class_name text not null,
  total_questions integer not null,
  score_per_question double precision not null,
  -- As typed.
  time_limit text not null,
  time_limit_seconds integer not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  for_everyone boolean not null,
  for_courses text[] not null,
  for_years text[] not null,
  for_roll_numbers text[] not null,
  -- When students can see their score.
  score_opens text not null,
  -- When students can see the questions with the right answers.
  answers_open text not null,
  shuffle_questions boolean not null,
  shuffle_options boolean not null,
  created_by text not null constraint quizzes_created_by_fkey references people,
  created_at timestamptz not null default clock_timestamp(),
  changed_at timestamptz not null default clock_timestamp(),
  -- Incremented by each correction of a key, so that no attempt is graded with an old one.
  key_version integer not null default 0,
  -- The number of questions that do not count.
  left_out integer not null default 0,
  -- Part of the seed of every order, so that students cannot compute another's; empty for older papers.
  shuffle_secret text not null default gen_random_uuid()::text,
  -- The maximum score, if questions have individual points; null: each question gives the same score.
  full_score double precision,
  constraint quizzes_full_score_is_positive check (full_score > 0),
  constraint quizzes_key_version_counts_up check (key_version >= 0),
  constraint quizzes_some_questions_count check (left_out between 0 and total_questions - 1),
  constraint quizzes_status_is_known check (status in ('draft', 'published')),
  constraint quizzes_have_questions check (total_questions > 0),
  constraint quizzes_score_is_positive check (score_per_question > 0),
  constraint quizzes_time_limit_is_positive check (time_limit_seconds > 0),
  constraint quizzes_end_after_start check (ends_at > starts_at),
  constraint quizzes_score_opens_is_known check (score_opens in ('at_once', 'at_end', 'never')),
  constraint quizzes_answers_open_is_known check (answers_open in ('at_end', 'never')),
  class_id uuid constraint quizzes_class_id_fkey references classes,
  for_sections uuid[] not null default '{}',
  constraint quizzes_sections_are_of_a_class check (class_id is not null or for_sections = '{}')
);

-- How much a person saves per minute: a rate limit that protects the database.
create table program_paces (
  person_id text constraint program_paces_pkey primary key
    constraint program_paces_person_id_fkey references people on delete cascade,
  minute_began_at timestamptz not null,
  saves integer not null,
  bytes bigint not null
);

create index quizzes_by_time on quizzes (created_at desc);
create index quizzes_by_start on quizzes (starts_at desc);
create index quizzes_of_class on quizzes (class_id, created_at desc) where class_id is not null;

create table quiz_questions (
  quiz_id uuid not null constraint quiz_questions_quiz_id_fkey references quizzes on delete cascade,
  -- From 1, without gaps.
  number integer not null,
  title text not null,
  options text[],
  -- The position of the right option, from 1.
  correct_answer smallint,
  -- Variants of the question with other numbers: a list of {title, options, correctAnswer}.
  variants jsonb not null,
  -- Options that count as right in addition to the correct answer.
  also_right smallint[] not null default '{}',
  marking text not null default 'by_key',
  constraint quiz_questions_also_right_are_options check (also_right <@ '{1,2,3,4}'),
  constraint quiz_questions_marking_is_known
    check (marking in ('by_key', 'everyone', 'left_out')),
  constraint quiz_questions_pkey primary key (quiz_id, number),
  constraint quiz_questions_count_from_one check (number >= 1),
  constraint quiz_questions_have_four_options check (cardinality(options) = 4),
  constraint quiz_questions_correct_is_an_option check (correct_answer between 1 and 4),
  -- Null: exactly four options, one of them right, with the quiz's score per question.
  kind text,
  -- For questions with a kind: what students see in addition to the title, and what is right.
  body jsonb,
  key jsonb,
  -- Null: the quiz's score per question.
  points double precision,
  constraint quiz_questions_have_one_form check (
    case when kind is null
      then num_nonnulls(options, correct_answer) = 2 and num_nonnulls(body, key, points) = 0
      else num_nonnulls(options, correct_answer) = 0 and num_nonnulls(body, key) = 2
    end
  ),
  constraint quiz_questions_points_are_bounded check (points between 0 and 1000)
);

-- Unsaved edits as typed: a new quiz, or changes to an existing one.
create table quiz_drafts (
  unique_id uuid constraint quiz_drafts_pkey primary key,
  content jsonb not null,
  -- Incremented by each save.
  revision integer not null,
  created_by text not null constraint quiz_drafts_created_by_fkey references people,
  created_at timestamptz not null default clock_timestamp(),
  saved_at timestamptz not null default clock_timestamp(),
  constraint quiz_drafts_revision_counts_up check (revision > 0),
  class_id uuid constraint quiz_drafts_class_id_fkey references classes
);

create index quiz_drafts_of_class on quiz_drafts (class_id) where class_id is not null;

-- The files of the file service. Their bytes are in a store (a disk or an object store) under the
-- storage key only: the user's file name is never part of a path.
create table files (
  bucket_id text not null,
  -- Chosen by the client or by the server.
  id text not null,
  -- The name of its bytes in the store.
  storage_key uuid not null constraint files_storage_key_unique unique,
  owner_id text not null constraint files_owner_id_fkey references people,
  name text not null,
  -- Detected from its first bytes and its name when it is complete.
  mime_type text not null,
  size_bytes bigint not null,
  chunks_total integer not null,
  -- The store's id of a chunked upload; null if it needs none.
  store_upload text,
  sha256 bytea,
  permissions text[] not null,
  created_at timestamptz not null default now(),
  -- For an unfinished file: when its last chunk arrived.
  updated_at timestamptz not null default now(),
  -- Null: some chunks are missing.
  finished_at timestamptz,
  constraint files_pkey primary key (bucket_id, id),
  constraint files_bucket_is_known
    check (bucket_id in ('student-lists', 'assignments', 'submissions')),
  constraint files_id_is_short check (length(id) between 1 and 36),
  constraint files_have_bytes check (size_bytes > 0),
  constraint files_chunks_are_counted check (chunks_total > 0),
  constraint files_finished_have_a_hash check ((finished_at is null) = (sha256 is null)),
  constraint files_hash_is_sha256 check (length(sha256) = 32)
);

create index files_by_owner on files (bucket_id, owner_id, created_at desc);
create index files_of_owner on files (owner_id);
create index files_by_time on files (bucket_id, created_at desc, id);
create index files_unfinished on files (updated_at) where finished_at is null;

-- The chunks of an unfinished file that have arrived.
create table file_chunks (
  storage_key uuid not null
    constraint file_chunks_storage_key_fkey references files (storage_key) on delete cascade,
  -- From 1, by position in the file.
  number integer not null,
  -- The store's id of the chunk.
  tag text not null,
  constraint file_chunks_pkey primary key (storage_key, number),
  constraint file_chunks_count_from_one check (number > 0)
);

-- Bytes in the store that belong to no file yet, or no longer. After long enough they are removed from
-- the store; nothing else is.
create table file_tombstones (
  storage_key uuid constraint file_tombstones_pkey primary key,
  bucket_id text not null,
  owner_id text not null,
  size_bytes bigint not null,
  -- The store's id of a chunked upload.
  store_upload text,
  -- Arriving: the bytes are being stored and their file row follows. Deleted: their file was deleted.
  -- Joined: the file is complete and its chunks are no longer needed.
  why text not null,
  since timestamptz not null default now(),
  constraint file_tombstones_why_is_known check (why in ('arriving', 'deleted', 'joined'))
);

create index file_tombstones_of_owner on file_tombstones (owner_id, bucket_id);
create index file_tombstones_by_time on file_tombstones (since);

-- The mark of the store that belongs to this database. It is stored in both and changes with each sweep,
-- so that a restored backup of only one of them is detected.
create table file_stores (
  id smallint constraint file_stores_pkey primary key default 1,
  mark uuid not null,
  -- The next mark, which is being written to the store and may be there already.
  next_mark uuid,
  marking_since timestamptz,
  known_since timestamptz not null default now(),
  constraint file_stores_is_one check (id = 1)
);

-- The secret that signs download links.
create table file_link_keys (
  id smallint constraint file_link_keys_pkey primary key default 1,
  secret bytea not null,
  constraint file_link_keys_is_one check (id = 1)
);

-- One student's attempt at a quiz. Rows change with every answer, so each page keeps free space.
create table attempts (
  quiz_id uuid not null constraint attempts_quiz_id_fkey references quizzes,
  person_id text not null constraint attempts_person_id_fkey references people,
  started_at timestamptz not null,
  -- The earlier of start + time limit and End, including extensions.
  deadline_at timestamptz not null,
  -- Canonical JSON: the receipt is the hash of this text.
  answers text not null default '{}',
  answered integer not null default 0,
  -- The sequence of the latest save; saves with a lower one are ignored.
  sequence bigint not null default 0,
  saved_at timestamptz,
  -- The page that may write; null while every page may.
  tab text,
  last_seen_at timestamptz not null,
  -- When this row last changed, so that observers read only changes.
  changed_at timestamptz not null,
  submitted_at timestamptz,
  submitted_by text,
  score double precision,
  receipt_sha256 text,
  feedback text,
  -- The key with which the attempt is or will be graded.
  key_version integer not null default 0,
  -- The number of timeline lines caused by the student, which is limited.
  save_lines integer not null default 0,
  page_lines integer not null default 0,
  constraint attempts_pkey primary key (quiz_id, person_id),
  constraint attempts_end_after_start check (deadline_at >= started_at),
  constraint attempts_sequence_counts_up check (sequence >= 0),
  constraint attempts_submitted_by_is_known check (submitted_by in ('student', 'server', 'admin')),
  constraint attempts_submitted_are_whole check (
    (submitted_at is null) = (submitted_by is null)
    and (submitted_at is null) = (score is null)
    and (submitted_at is null) = (receipt_sha256 is null)
  ),
  constraint attempts_feedback_is_short check (length(feedback) <= 4000),
  -- When a retention rule erased the timeline. Answers and score are kept.
  erased_at timestamptz,
  -- The order and variants of an erased person's paper, which otherwise depend on the roll number.
  paper jsonb
) with (fillfactor = 60);

create index attempts_to_erase on attempts (quiz_id) where erased_at is null;
create index attempts_of_person on attempts (person_id);
create index attempts_unsubmitted on attempts (deadline_at) where submitted_at is null;
create index attempts_by_submission on attempts (submitted_at desc) where submitted_at is not null;

-- The timeline: what happened to an attempt, who caused it and from where. Append-only.
create table attempt_steps (
  id bigint generated always as identity constraint attempt_steps_pkey primary key,
  quiz_id uuid not null,
  person_id text not null,
  at timestamptz not null,
  step text not null,
  -- A roll number, or "server".
  by text not null,
  address text,
  browser text,
  details jsonb not null default '{}',
  constraint attempt_steps_attempt_fkey foreign key (quiz_id, person_id) references attempts
);

create index attempt_steps_of_attempt on attempt_steps (quiz_id, person_id, id);

-- A line is deleted only with its timeline, by a retention rule, and changed only when its person is
-- erased.
create function refuse_change_of_steps() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.at < goes_before('work') and exists (
    select from attempts
    where quiz_id = old.quiz_id and person_id = old.person_id and erased_at is not null
  ) then return old; end if;
  if tg_op = 'UPDATE' and exists (
    select from erasures
    where erasures.person_id = old.person_id and placeholder = new.person_id
      and began_at is not null
  ) and (new.id, new.quiz_id, new.at, new.step, new.details)
    = (old.id, old.quiz_id, old.at, old.step, old.details)
    and ((old."by" = old.person_id and new."by" = new.person_id)
      or (old."by" <> old.person_id and new."by" = old."by"))
    and new.address is null and new.browser is null
  then return new; end if;
  raise exception 'The timeline of an attempt is only ever added to.';
end
$$;

create trigger attempt_steps_are_only_added
  before truncate on attempt_steps
  for each statement execute function refuse_change_of_steps();
create trigger attempt_steps_go_with_their_timeline
  before update or delete on attempt_steps
  for each row execute function refuse_change_of_steps();

-- Extra time, and submitted attempts that were reopened. Append-only.
create table extensions (
  id bigint generated always as identity constraint extensions_pkey primary key,
  quiz_id uuid not null
    constraint extensions_quiz_id_fkey references quizzes on delete cascade,
  -- "everyone", "course <name>", "year <name>" or "person <roll number>".
  target text not null,
  minutes double precision,
  factor double precision,
  reopened_until timestamptz,
  reason text not null,
  granted_by text not null constraint extensions_granted_by_fkey references people,
  granted_at timestamptz not null,
  constraint extensions_give_one_thing check (num_nonnulls(minutes, factor, reopened_until) = 1)
);

create index extensions_of_quiz on extensions (quiz_id, id);

create table announcements (
  id bigint generated always as identity constraint announcements_pkey primary key,
  quiz_id uuid not null
    constraint announcements_quiz_id_fkey references quizzes on delete cascade,
  text text not null,
  announced_by text not null constraint announcements_announced_by_fkey references people,
  announced_at timestamptz not null,
  -- Null: everybody who sits the quiz. Assistants of sections address only those.
  for_sections uuid[]
);

create index announcements_of_quiz on announcements (quiz_id, id);

create table assignments (
  id uuid default gen_random_uuid() constraint assignments_pkey primary key,
  title text not null,
  -- Markdown; empty if there is only a file.
  text text not null,
  file_bucket text,
  file_id text,
  -- The name of the file for students; empty without a file.
  file_name text not null,
  -- Judge0's number of the required language; null: any.
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
  -- Hidden from students; their hand-ins are kept.
  withdrawn_at timestamptz,
  is_demo boolean not null default false,
  -- The number of students who handed in, and of those whose last hand-in is graded. Recounted at each
  -- change.
  submitted_count integer not null default 0,
  marked_count integer not null default 0,
  -- Starter code in the required language; empty for none.
  starter_code text not null default '',
  constraint assignments_file_fkey
    foreign key (file_bucket, file_id) references files (bucket_id, id),
  constraint assignments_file_is_of_assignments check (file_bucket = 'assignments'),
  constraint assignments_file_is_whole check ((file_bucket is null) = (file_id is null)),
  constraint assignments_say_something check (text <> '' or file_id is not null),
  constraint assignments_language_is_a_number check (language_id > 0),
  constraint assignments_max_marks_are_positive check (max_marks > 0),
  constraint assignments_marked_are_submitted check (marked_count between 0 and submitted_count),
  constraint assignments_starter_code_has_a_language
    check (starter_code = '' or language_id is not null),
  class_id uuid constraint assignments_class_id_fkey references classes,
  for_sections uuid[] not null default '{}',
  constraint assignments_sections_are_of_a_class check (class_id is not null or for_sections = '{}')
);

create index assignments_by_time on assignments (updated_at desc, id);
create index assignments_of_class on assignments (class_id, updated_at desc) where class_id is not null;
create index assignments_by_file on assignments (file_bucket, file_id);

-- Every version of a student's hand-in. The last one counts.
create table hand_ins (
  id uuid default gen_random_uuid() constraint hand_ins_pkey primary key,
  assignment_id uuid not null constraint hand_ins_assignment_id_fkey references assignments,
  student_id text not null constraint hand_ins_student_id_fkey references people,
  -- From 1, without gaps.
  version integer not null,
  is_last boolean not null,
  kind text not null,
  -- For a program.
  language_id smallint,
  source text,
  -- For a text.
  text text,
  handed_in_at timestamptz not null,
  -- It arrived after the due time.
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
  constraint hand_ins_language_is_a_number check (language_id > 0),
  constraint hand_ins_marks_are_not_negative check (marks >= 0),
  constraint hand_ins_marked_by_someone
    check ((marks is null) = (marked_at is null) and (marks is null) = (marked_by is null)),
  -- When a retention rule erased the content. The grades are kept.
  erased_at timestamptz
);

create unique index hand_ins_one_is_last on hand_ins (assignment_id, student_id) where is_last;
create index hand_ins_of_student on hand_ins (student_id, assignment_id) where is_last;
create index hand_ins_to_erase on hand_ins (assignment_id) where erased_at is null;
create index hand_ins_of_marker on hand_ins (marked_by) where marked_by is not null;
create index hand_ins_by_time on hand_ins (handed_in_at desc) where is_last;
create index hand_ins_to_mark on hand_ins (handed_in_at, id) where is_last and marks is null;

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

-- The test cases of an assignment, and their results for handed-in programs.

create table assignment_tests (
  assignment_id uuid not null constraint assignment_tests_assignment_id_fkey references assignments,
  -- From 1, in the teacher's order.
  number integer not null,
  name text not null,
  input text not null,
  expected_output text not null,
  points double precision not null,
  -- Hidden: students see only whether it passed.
  is_hidden boolean not null,
  time_limit_ms integer not null,
  memory_limit_kb integer not null,
  comparison text not null,
  -- The tolerance if numbers are compared.
  tolerance double precision not null,
  constraint assignment_tests_pkey primary key (assignment_id, number),
  constraint assignment_tests_count_from_one check (number > 0),
  constraint assignment_tests_points_are_not_negative check (points >= 0),
  constraint assignment_tests_tolerance_is_not_negative check (tolerance >= 0),
  constraint assignment_tests_limits_are_positive check (time_limit_ms > 0 and memory_limit_kb > 0),
  constraint assignment_tests_comparison_is_known
    check (comparison in ('exact', 'ignoring-space', 'numbers'))
);

create table hand_in_tests (
  hand_in_id uuid constraint hand_in_tests_pkey primary key
    constraint hand_in_tests_hand_in_id_fkey references hand_ins,
  state text not null default 'waiting',
  asked_at timestamptz not null default clock_timestamp(),
  finished_at timestamptz,
  points double precision not null default 0,
  max_points double precision not null default 0,
  -- The compiler's output; null if there was none.
  compile_output text,
  -- One per test case, in order.
  results jsonb not null default '[]',
  constraint hand_in_tests_state_is_known check (state in ('waiting', 'done', 'failed')),
  constraint hand_in_tests_ended_has_a_time check ((state <> 'waiting') = (finished_at is not null))
);

-- Comparisons of the programs of an assignment. Only the latest is kept.
create table comparisons (
  assignment_id uuid constraint comparisons_pkey primary key
    constraint comparisons_assignment_id_fkey references assignments,
  state text not null default 'waiting',
  -- 0 to 1.
  progress real not null default 0,
  asked_by text not null constraint comparisons_asked_by_fkey references people,
  asked_at timestamptz not null default clock_timestamp(),
  -- An error message for the teacher.
  failure text not null default '',
  -- When the stored result was found; null if there is none.
  compared_at timestamptz,
  -- A hash of the excluded starter code and examples.
  left_out_hash text not null default '',
  constraint comparisons_state_is_known
    check (state in ('waiting', 'running', 'done', 'failed', 'stopped'))
);

-- The compared hand-ins: one row per language.
create table compared_programs (
  assignment_id uuid not null constraint compared_programs_assignment_id_fkey references comparisons,
  hand_in_id uuid not null constraint compared_programs_hand_in_id_fkey references hand_ins,
  -- Null if there is no program.
  language_id smallint,
  -- Why it was not compared; empty if it was.
  reason text not null,
  -- Files that were not compared.
  left_files text[] not null,
  -- The part of it that was given or that most students share: 0 to 1.
  left_out real not null,
  is_cut boolean not null,
  -- The most similar hand-in.
  nearest_id uuid,
  highest real,
  constraint compared_programs_are_once unique nulls not distinct (hand_in_id, language_id),
  constraint compared_programs_reason_is_known
    check (reason in ('', 'no_program', 'too_short', 'unreadable', 'too_many'))
);

create index compared_programs_of_assignment on compared_programs (assignment_id);

create table similar_pairs (
  assignment_id uuid not null constraint similar_pairs_assignment_id_fkey references comparisons,
  one_id uuid not null constraint similar_pairs_one_id_fkey references hand_ins,
  other_id uuid not null constraint similar_pairs_other_id_fkey references hand_ins,
  language_id smallint not null,
  similarity real not null,
  part_of_one real not null,
  part_of_other real not null,
  shared_lines integer not null,
  longest_lines integer not null,
  -- Start and end in the text of the first, then of the second.
  fragments jsonb not null,
  constraint similar_pairs_pkey primary key (one_id, other_id, language_id)
);

create index similar_pairs_of_assignment on similar_pairs (assignment_id, similarity desc);

-- The question bank. Equal questions from different sources are stored once.
create table bank_questions (
  question_id uuid constraint bank_questions_pkey primary key default gen_random_uuid(),
  -- A hash of its texts and its right answer.
  fingerprint text not null,
  title text not null,
  options text[] not null,
  -- The position of the right option, from 1.
  correct_answer smallint not null,
  subject text not null,
  topic text not null,
  tags text[] not null,
  created_by text not null constraint bank_questions_created_by_fkey references people,
  created_at timestamptz not null default clock_timestamp(),
  constraint bank_questions_have_four_options check (cardinality(options) = 4),
  constraint bank_questions_correct_is_an_option check (correct_answer between 1 and 4),
  -- It belongs to a class or a person; without both, to the campus.
  class_id uuid constraint bank_questions_class_id_fkey references classes,
  owner_id text constraint bank_questions_owner_id_fkey references people,
  -- Teachers of the class can read and use it; only the owner can change it.
  is_shared boolean not null default false,
  constraint bank_questions_have_one_home check (num_nonnulls(class_id, owner_id) < 2)
);

create index bank_questions_by_time on bank_questions (created_at desc);
create unique index bank_questions_once_in_a_home
  on bank_questions (fingerprint, coalesce(class_id::text, owner_id, ''));
create index bank_questions_of_class on bank_questions (class_id) where class_id is not null;
create index bank_questions_of_owner on bank_questions (owner_id) where owner_id is not null;

-- Published quizzes whose questions are in the bank, as they were at the time.
create table bank_quizzes (
  quiz_id uuid constraint bank_quizzes_pkey primary key
    constraint bank_quizzes_quiz_id_fkey references quizzes on delete cascade,
  quiz_changed_at timestamptz not null,
  -- Submitted attempts that are included in the statistics.
  attempts integer not null default 0
);

-- Where a question was asked, and how many submitted answers were right.
create table bank_uses (
  quiz_id uuid not null
    constraint bank_uses_quiz_id_fkey references bank_quizzes on delete cascade,
  number integer not null,
  question_id uuid not null
    constraint bank_uses_question_id_fkey references bank_questions on delete cascade,
  attempts integer not null default 0,
  right_answers integer not null default 0,
  constraint bank_uses_pkey primary key (quiz_id, number),
  constraint bank_uses_count_right check (right_answers between 0 and attempts)
);

create index bank_uses_of_question on bank_uses (question_id);

-- Names in lower case as in the contract, independent of the database's locale.
create function lower_all(names text[]) returns text[] language sql immutable as $$
  select array(select lower(name collate "und-x-icu") from unnest(names) as name)
$$;

-- The groups that something is for. It is for a student if their groups and the groups of the audience
-- overlap. Names are those that extensions use for their targets.
create function groups_of_audience(
  for_everyone boolean, for_courses text[], for_years text[], for_roll_numbers text[]
) returns text[] language sql immutable as $$
  select case when for_everyone then array['everyone'] else
    array(select 'course ' || name from unnest(lower_all(for_courses)) as name where name <> '')
    || array(select 'year ' || name from unnest(lower_all(for_years)) as name where name <> '')
    || array(select 'person ' || name from unnest(for_roll_numbers) as name)
  end
$$;

-- A null matches no audience.
create function groups_of_student(
  roll_number text, course text, year text
) returns text[] language sql immutable as $$
  select array[
    'everyone',
    case when course <> '' then 'course ' || lower(course collate "und-x-icu") end,
    case when year <> '' then 'year ' || lower(year collate "und-x-icu") end,
    'person ' || lower(roll_number collate "und-x-icu")
  ]
$$;

-- The groups of work in a class are prefixed with the class: only its students have such groups.
create function groups_of_class_audience(
  class_id uuid, for_sections uuid[], for_everyone boolean, for_courses text[], for_years text[],
  for_roll_numbers text[]
) returns text[] language sql immutable as $$
  select case when class_id is null
    then groups_of_audience(for_everyone, for_courses, for_years, for_roll_numbers)
    else array(
      select 'class ' || class_id::text || ' ' || name
      from unnest(
        groups_of_audience(for_everyone, for_courses, for_years, for_roll_numbers)
        || case when for_everyone then '{}' else
          array(select 'section ' || section::text from unnest(for_sections) as section)
        end) as name)
  end
$$;

-- The groups of a student, including those of their classes that are not archived. A connection caches
-- the plan; conditions should call it once per statement, with a select.
create function all_groups_of_student(
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

-- Which groups have which quizzes and assignments, including drafts and withdrawn ones, so that a
-- student's work is found by an index. Only triggers write it, in the transaction that changes the work.
create table work_audience (
  kind text not null,
  work_id uuid not null,
  group_name text not null,
  -- False: the group had it before.
  is_current boolean not null,
  -- The later of its end or due time and its last change; the end of 9999 for an assignment without a
  -- due time. The same for all groups of a work.
  until timestamptz not null,
  constraint work_audience_pkey primary key (work_id, group_name, kind),
  constraint work_audience_kind_is_known check (kind in ('quiz', 'assignment'))
);

create index work_audience_of_group on work_audience (group_name, kind, until desc, work_id);

-- A student's work that ended or changed after `since`. It is inlined into the statement.
create function work_of_student(
  of_kind text, roll_number text, course text, year text, since timestamptz
) returns table (work_id uuid, until timestamptz) language sql stable as $$
  select distinct audience.work_id, audience.until
  from work_audience audience
  where audience.group_name
      = any((select all_groups_of_student(roll_number, course, year))::text[])
    and audience.kind = of_kind and audience.until > since and audience.is_current
$$;

create function keep_work_audience(
  of_kind text, of_work uuid, groups text[], lasts_until timestamptz
) returns void language sql as $$
  update work_audience
  set is_current = group_name = any(groups), until = lasts_until
  where kind = of_kind and work_id = of_work
    and (is_current, until) is distinct from (group_name = any(groups), lasts_until);
  insert into work_audience (kind, work_id, group_name, is_current, until)
  select distinct of_kind, of_work, group_name, true, lasts_until
  from unnest(groups) as group_name
  on conflict do nothing
$$;

create function keep_audience_of_quiz() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    update work_audience set is_current = false
    where kind = 'quiz' and work_id = old.unique_id;
    return null;
  end if;
  perform keep_work_audience('quiz', new.unique_id,
    groups_of_class_audience(new.class_id, new.for_sections, new.for_everyone, new.for_courses,
      new.for_years, new.for_roll_numbers),
    greatest(new.ends_at, clock_timestamp(),
      (select max(greatest(granted_at, reopened_until)) from extensions
        where quiz_id = new.unique_id)));
  return null;
end
$$;

-- Runs before the triggers that record changes, whose names sort later: they need the groups that a change
-- concerns.
create trigger quizzes_have_an_audience
  after insert or delete or update of status, starts_at, ends_at, for_everyone, for_courses, for_years,
    for_roll_numbers, class_id, for_sections on quizzes
  for each row execute function keep_audience_of_quiz();

create function keep_audience_of_assignment() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    update work_audience set is_current = false
    where kind = 'assignment' and work_id = old.id;
    return null;
  end if;
  perform keep_work_audience('assignment', new.id,
    groups_of_class_audience(new.class_id, new.for_sections, new.for_everyone, new.for_courses,
      new.for_years, new.for_roll_numbers),
    case when new.due_at is null and new.withdrawn_at is null
      -- It is never over. A moment that a place can name.
      then timestamptz '9999-12-31 00:00:00+00'
      else greatest(new.due_at, clock_timestamp())
    end);
  return null;
end
$$;

create trigger assignments_have_an_audience
  after insert or delete or update of due_at, updated_at, withdrawn_at, for_everyone, for_courses,
    for_years, for_roll_numbers, class_id, for_sections on assignments
  for each row execute function keep_audience_of_assignment();

-- If a quiz that ended long ago is reopened for somebody, it is listed again.
create function prolong_audience_by_extensions() returns trigger language plpgsql as $$
begin
  update work_audience audience
  set until = granted.until
  from (
    select quiz_id, max(greatest(granted_at, reopened_until)) as until
    from granted_now
    group by quiz_id
  ) granted
  where audience.kind = 'quiz' and audience.work_id = granted.quiz_id
    and audience.until < granted.until;
  return null;
end
$$;

create trigger extensions_prolong_audiences
  after insert on extensions referencing new table as granted_now
  for each statement execute function prolong_audience_by_extensions();

-- Changes by teachers to the quizzes and assignments of students: one line per change, for any number of
-- students. A trigger adds it in the same transaction, so no code path can forget it.
create table work_changes (
  id bigint generated always as identity constraint work_changes_pkey primary key,
  kind text not null,
  -- A quiz or an assignment. A deleted quiz was withdrawn first, and that notice is kept.
  work_id uuid not null,
  change text not null,
  at timestamptz not null default clock_timestamp(),
  -- As students knew it at the time.
  title text not null,
  starts_at timestamptz,
  -- The End of a quiz, or the due time of an assignment.
  ends_at timestamptz,
  was_starts_at timestamptz,
  was_ends_at timestamptz,
  -- The groups that the change concerns.
  for_everyone boolean not null,
  for_courses text[] not null,
  for_years text[] not null,
  for_roll_numbers text[] not null,
  class_id uuid,
  for_sections uuid[] not null default '{}',
  groups text[] not null
    generated always as (groups_of_class_audience(class_id, for_sections, for_everyone, for_courses,
      for_years, for_roll_numbers)) stored,
  constraint work_changes_kind_is_known check (kind in ('quiz', 'assignment')),
  constraint work_changes_change_is_known check (change in ('opened', 'times', 'withdrawn'))
);

create index work_changes_by_time on work_changes (at);
create index work_changes_of_work on work_changes (work_id, id);

-- Notifies the open pages of these groups that they should reload, in as many messages of at most 8000
-- bytes as needed. Servers of an earlier version read only personId and notify everyone.
create function tell_groups(groups text[], are_others boolean default false) returns void language sql as $$
  select pg_notify('vlabs_live_events', json_build_object('channel', 'notices',
    'payload', json_build_object('personId', null, 'areOthers', are_others,
      'groups', json_agg(group_name)))::text)
  from (
    select group_name,
      sum(octet_length(to_json(group_name)::text) + 2) over (order by group_name) / 6000 as part
    from unnest(groups) as group_name
  ) parted
  group by part
$$;

-- A student whose course or year changes has other groups, which their open pages follow from then on.
create function tell_moved_students() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform tell_groups(array_agg('person ' || lower(person_id collate "und-x-icu")), true)
    from students_now;
  else
    perform tell_groups(array_agg('person ' || lower(person_id collate "und-x-icu")), true)
    from students_now
    join students_before using (person_id)
    where (students_now.course, students_now.graduation_year)
      is distinct from (students_before.course, students_before.graduation_year);
  end if;
  return null;
end
$$;

create trigger students_tell_of_themselves
  after insert on students referencing new table as students_now
  for each statement execute function tell_moved_students();

create trigger students_tell_of_a_move
  after update on students referencing old table as students_before new table as students_now
  for each statement execute function tell_moved_students();

-- A student who joins, leaves or changes section has other groups, as after a change of course.
create function tell_moved_members() returns trigger language plpgsql as $$
begin
  perform tell_groups(array_agg(distinct 'person ' || lower(person_id collate "und-x-icu")), true)
  from members_moved;
  return null;
end
$$;

create trigger class_members_tell_of_joining
  after insert on class_members referencing new table as members_moved
  for each statement execute function tell_moved_members();
create trigger class_members_tell_of_changes
  after update on class_members referencing new table as members_moved
  for each statement execute function tell_moved_members();
create trigger class_members_tell_of_going
  after delete on class_members referencing old table as members_moved
  for each statement execute function tell_moved_members();
create trigger member_sections_tell_of_joining
  after insert on member_sections referencing new table as members_moved
  for each statement execute function tell_moved_members();
create trigger member_sections_tell_of_going
  after delete on member_sections referencing old table as members_moved
  for each statement execute function tell_moved_members();

-- A change also notifies those who had the work before, so that it disappears from their pages.
create function tell_of_work(of_work uuid, also_before boolean) returns void language sql as $$
  select tell_groups(array_agg(group_name))
  from work_audience
  where work_id = of_work and (is_current or also_before)
$$;

create function note_quiz_change() returns trigger language plpgsql as $$
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
      was_ends_at, for_everyone, for_courses, for_years, for_roll_numbers, class_id, for_sections)
    values ('quiz', new.unique_id, 'times', coalesce(nullif(new.topic, ''), new.subject_id),
      new.starts_at, new.ends_at, old.starts_at, old.ends_at, known.for_everyone,
      known.for_courses, known.for_years, known.for_roll_numbers, known.class_id,
      known.for_sections);
  end if;
  if was_open and not is_open then
    insert into work_changes (kind, work_id, change, title, starts_at, ends_at, for_everyone,
      for_courses, for_years, for_roll_numbers, class_id, for_sections)
    values ('quiz', known.unique_id, 'withdrawn',
      coalesce(nullif(known.topic, ''), known.subject_id), known.starts_at, known.ends_at,
      known.for_everyone, known.for_courses, known.for_years, known.for_roll_numbers,
      known.class_id, known.for_sections);
  end if;
  if is_open and (not was_open
    or (known.for_everyone, known.for_courses, known.for_years, known.for_roll_numbers,
        known.class_id, known.for_sections)
      is distinct from
      (new.for_everyone, new.for_courses, new.for_years, new.for_roll_numbers,
        new.class_id, new.for_sections)) then
    insert into work_changes (kind, work_id, change, title, starts_at, ends_at, for_everyone,
      for_courses, for_years, for_roll_numbers, class_id, for_sections)
    values ('quiz', new.unique_id, 'opened', coalesce(nullif(new.topic, ''), new.subject_id),
      new.starts_at, new.ends_at, new.for_everyone, new.for_courses, new.for_years,
      new.for_roll_numbers, new.class_id, new.for_sections);
  end if;
  return null;
end
$$;

create trigger quizzes_note_changes
  after insert or update of status, starts_at, ends_at, time_limit_seconds, for_everyone, for_courses,
    for_years, for_roll_numbers, class_id, for_sections on quizzes
  for each row execute function note_quiz_change();

create function note_assignment_change() returns trigger language plpgsql as $$
declare
  was_open boolean := tg_op = 'UPDATE' and old.withdrawn_at is null;
  is_open boolean := new.withdrawn_at is null;
  known assignments;
begin
  if was_open then known := old; else known := new; end if;
  if was_open and is_open and old.due_at is distinct from new.due_at then
    insert into work_changes (kind, work_id, change, title, ends_at, was_ends_at, for_everyone,
      for_courses, for_years, for_roll_numbers, class_id, for_sections)
    values ('assignment', new.id, 'times', new.title, new.due_at, old.due_at, known.for_everyone,
      known.for_courses, known.for_years, known.for_roll_numbers, known.class_id,
      known.for_sections);
  end if;
  if was_open and not is_open then
    insert into work_changes (kind, work_id, change, title, ends_at, for_everyone, for_courses,
      for_years, for_roll_numbers, class_id, for_sections)
    values ('assignment', known.id, 'withdrawn', known.title, known.due_at, known.for_everyone,
      known.for_courses, known.for_years, known.for_roll_numbers, known.class_id,
      known.for_sections);
  end if;
  if is_open and (not was_open
    or (known.for_everyone, known.for_courses, known.for_years, known.for_roll_numbers,
        known.class_id, known.for_sections)
      is distinct from
      (new.for_everyone, new.for_courses, new.for_years, new.for_roll_numbers,
        new.class_id, new.for_sections)) then
    insert into work_changes (kind, work_id, change, title, ends_at, for_everyone, for_courses,
      for_years, for_roll_numbers, class_id, for_sections)
    values ('assignment', new.id, 'opened', new.title, new.due_at, new.for_everyone,
      new.for_courses, new.for_years, new.for_roll_numbers, new.class_id, new.for_sections);
  end if;
  return null;
end
$$;

create trigger assignments_note_changes
  after insert or update of due_at, withdrawn_at, for_everyone, for_courses, for_years,
    for_roll_numbers, class_id, for_sections on assignments
  for each row execute function note_assignment_change();

create function tell_of_change() returns trigger language plpgsql as $$
begin
  perform tell_of_work(new.work_id, true);
  return null;
end
$$;

create trigger work_changes_tell
  after insert on work_changes
  for each row execute function tell_of_change();

-- Notices read other tables when they are listed; this only notifies that they changed.
create function tell_of_marks() returns trigger language plpgsql as $$
begin
  perform tell_groups(array['person ' || lower(new.student_id collate "und-x-icu")]);
  return null;
end
$$;

create trigger hand_ins_tell_of_marks
  after update of marks, comment, marked_at on hand_ins
  for each row
  when ((old.marks, old.comment, old.marked_at)
    is distinct from (new.marks, new.comment, new.marked_at))
  execute function tell_of_marks();

create function tell_of_announcement() returns trigger language plpgsql as $$
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

create trigger announcements_tell
  after insert on announcements
  for each row execute function tell_of_announcement();

-- Extra time for some persons notifies only them; otherwise it notifies all who have the quiz.
create function tell_of_extensions() returns trigger language plpgsql as $$
begin
  perform tell_groups(array_agg(target)) from granted_now where target like 'person %';
  perform tell_of_work(quiz_id, false) from granted_now where target not like 'person %' group by quiz_id;
  return null;
end
$$;

create trigger extensions_tell
  after insert on extensions referencing new table as granted_now
  for each statement execute function tell_of_extensions();

-- The notices that a person has read. Notices are not rows; their name identifies their source.
create table notice_reads (
  person_id text not null
    constraint notice_reads_person_id_fkey references people on delete cascade,
  notice text not null,
  read_at timestamptz not null default clock_timestamp(),
  constraint notice_reads_pkey primary key (person_id, notice),
  constraint notice_reads_notice_has_length check (length(notice) between 1 and 100)
);

-- The secret address of a student's calendar. There is only one; a new one replaces it.
create table calendar_links (
  person_id text constraint calendar_links_pkey primary key
    constraint calendar_links_person_id_fkey references people on delete cascade,
  -- SHA-256 of the token in the address, which is not stored.
  token_hash bytea not null constraint calendar_links_token_hash_unique unique,
  created_at timestamptz not null default clock_timestamp(),
  constraint calendar_links_token_hash_is_sha256 check (length(token_hash) = 32)
);

-- The scores of a term are read from this index, without the answers.
create index attempts_scores on attempts (quiz_id, person_id) include (score)
  where submitted_at is not null;

-- The audit log: who did what to which object, when and from where. Append-only.
create table audit_lines (
  id bigint generated always as identity constraint audit_lines_pkey primary key,
  at timestamptz not null default clock_timestamp(),
  -- A roll number, "command line" or "link". Not a foreign key, because lines outlive their subjects.
  by text not null,
  action text not null,
  -- The person concerned; null: nobody in particular.
  person_id text,
  -- The object, and its name at the time.
  subject_kind text,
  subject_id text,
  subject_name text,
  details jsonb not null default '{}',
  address text,
  browser text,
  constraint audit_lines_subject_is_whole
    check (num_nonnulls(subject_kind, subject_id, subject_name) in (0, 3)),
  constraint audit_lines_details_are_an_object check (jsonb_typeof(details) = 'object')
);

create index audit_lines_by_time on audit_lines (at desc, id desc);
create index audit_lines_by_person on audit_lines (lower(by), at desc, id desc);
create index audit_lines_of_person on audit_lines (lower(person_id), at desc, id desc);
create index audit_lines_by_action on audit_lines (action, at desc, id desc);

-- A line is deleted when it reaches the age set by the campus, which is at least a year.
create function refuse_change_of_audit_lines() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.at < goes_before('log') then return old; end if;
  raise exception 'The audit log is only ever added to.';
end
$$;

create trigger audit_lines_are_only_added
  before update or truncate on audit_lines
  for each statement execute function refuse_change_of_audit_lines();
create trigger audit_lines_go_by_age
  before delete on audit_lines
  for each row execute function refuse_change_of_audit_lines();

-- Corrections of keys. Append-only.
create table key_corrections (
  id bigint generated always as identity constraint key_corrections_pkey primary key,
  quiz_id uuid not null
    constraint key_corrections_quiz_id_fkey references quizzes on delete cascade,
  -- The position of the question in the teacher's order.
  number integer not null,
  -- {marking, right}: what counted before, and what counts now.
  before jsonb not null,
  after jsonb not null,
  reason text not null,
  -- The attempts whose score it changed.
  changed integer not null,
  corrected_by text not null constraint key_corrections_corrected_by_fkey references people,
  corrected_at timestamptz not null
);

create index key_corrections_of_quiz on key_corrections (quiz_id, id);

-- Jobs that were running when their server died. They are retried one at a time to isolate the culprit;
-- a job is abandoned after the second crash.
create table crashed_jobs (
  -- The job queue's number of attempts.
  job_id bigint constraint crashed_jobs_pkey primary key,
  times integer not null default 1,
  -- While it is retried, alone of its kind.
  is_tried boolean not null default false,
  constraint crashed_jobs_times_are_positive check (times > 0)
);

-- The lease of a server: it counts as living until then, unless it renews.
create table server_leases (
  -- The id of the server, or of its workers in the job queue.
  name text constraint server_leases_pkey primary key,
  server text not null,
  held_until timestamptz not null,
  -- It has renewed without a longer pause since then, so it can judge which servers are dead.
  steady_since timestamptz not null
);

-- The files of the last builds of the pages, so that a page of one build can be served by another.
create table web_builds (
  -- A hash of its file names, each of which contains a hash of its content.
  digest text constraint web_builds_pkey primary key,
  served_at timestamptz not null default now()
);
create table web_assets (
  build text not null,
  name text not null,
  bytes bytea not null,
  constraint web_assets_pkey primary key (name, build),
  constraint web_assets_build_fkey foreign key (build) references web_builds on delete cascade
);
create index web_assets_build_idx on web_assets (build);

-- Settings that all servers of one database must share, with their present values.
create table shared_settings (
  -- The name of the environment variable.
  variable text constraint shared_settings_pkey primary key,
  value text not null
);

-- Registrations with a hashed password, to limit new accounts, and wrong proofs for listed roll numbers,
-- to limit guessing.
create table registration_tries (
  id bigint generated always as identity constraint registration_tries_pkey primary key,
  -- The network of the client.
  network text not null,
  tried_at timestamptz not null default now(),
  -- In lower case: a wrong proof for this roll number. Null: a registration, which counts for its
  -- network.
  person_id text
);

create index registration_tries_of_origin on registration_tries (network, person_id, tried_at);
create index registration_tries_by_time on registration_tries (tried_at);

-- News on the home page.
create table news (
  id bigint generated always as identity constraint news_pkey primary key,
  title text not null,
  -- Plain text.
  description text not null,
  posted_on date not null,
  -- A link to more; empty for none.
  url text not null,
  -- Built in: shown while the demo is on, until an admin changes it.
  is_demo boolean not null default false,
  constraint news_url_is_of_the_web check (url = '' or url ~* '^https?://')
);

-- The state of this installation's backups (one row): the alarms use their age. It is not part of a
-- backup, so a restored installation has none until its first backup.
create table backup_state (
  is_only boolean constraint backup_state_pkey primary key default true,
  newest_taken_at timestamptz not null,
  -- When that backup was taken; it was verified later.
  newest_verified_taken_at timestamptz,
  constraint backup_state_is_one_row check (is_only)
);

-- Who has read which version of the data notice, and when. The contract defines the versions.
create table data_notice_reads (
  person_id text not null
    constraint data_notice_reads_person_id_fkey references people on delete cascade,
  version integer not null,
  read_at timestamptz not null default clock_timestamp(),
  constraint data_notice_reads_pkey primary key (person_id, version),
  constraint data_notice_reads_versions_count_from_one check (version > 0)
);

-- Retention rules: what is erased, and after how long. A rule without a row is off.
create table retention_rules (
  rule text constraint retention_rules_pkey primary key,
  -- The law requires that personal data and logs are kept for at least a year.
  months integer not null,
  set_by text not null constraint retention_rules_set_by_fkey references people,
  -- Nothing is erased before then.
  from_at timestamptz not null,
  constraint retention_rules_rule_is_known
    check (rule in ('runs', 'programs', 'work', 'people', 'log')),
  constraint retention_rules_keep_for_a_year check (months between 12 and 600)
);

-- A rule erases what ended before this time; null while the rule is off.
create function goes_before(of_rule text) returns timestamptz language sql stable as $$
  select now() - make_interval(months => months)
  from retention_rules
  where rule = of_rule and from_at <= now()
$$;

-- People whose data is not erased, because of a dispute.
create table erasure_holds (
  person_id text constraint erasure_holds_pkey primary key
    constraint erasure_holds_person_id_fkey references people on delete cascade,
  reason text not null,
  set_by text not null constraint erasure_holds_set_by_fkey references people,
  set_at timestamptz not null default now(),
  constraint erasure_holds_reason_has_length check (length(reason) between 1 and 500)
);

-- People who will be or are being erased. The row is deleted with the person.
create table erasures (
  person_id text constraint erasures_pkey primary key
    constraint erasures_person_id_fkey references people on delete cascade,
  -- The placeholder that replaces the roll number everywhere.
  placeholder text not null constraint erasures_placeholder_unique unique,
  -- Null: a rule requires it.
  asked_by text constraint erasures_asked_by_fkey references people,
  announced_at timestamptz not null default now(),
  due_at timestamptz not null,
  -- From then on the erasure cannot be cancelled.
  began_at timestamptz,
  constraint erasures_placeholder_is_one check (placeholder ~ '^erased-[0-9a-z]{12}$'),
  constraint erasures_are_told_before check (due_at > announced_at)
);

create index erasures_by_time on erasures (due_at);

-- Passes of the erasure through all rules, one at a time.
create table erasure_passes (
  id bigint generated always as identity constraint erasure_passes_pkey primary key,
  began_at timestamptz not null default now(),
  finished_at timestamptz,
  -- The current step.
  step text not null,
  -- The last person that was checked in this step.
  after_person text not null default '',
  -- What was erased, by name.
  counts jsonb not null default '{}',
  constraint erasure_passes_counts_are_an_object check (jsonb_typeof(counts) = 'object')
);

create unique index erasure_passes_one_under_way on erasure_passes ((true)) where finished_at is null;

-- When work ended: its own end, or that of its class's term if it is later.
create function end_of_work(of_class uuid, own_end timestamptz) returns timestamptz
language sql stable as $$
  select greatest(own_end, (
    select (ends_on + 1)::timestamp at time zone 'Asia/Kolkata'
    from classes join terms on terms.id = term_id
    where classes.id = of_class))
$$;

-- When a person left: their account is disabled, or none of their classes continues and they have been
-- inactive since. Null: they have not left, or it is unknown.
create function left_since(of_person text) returns timestamptz language sql stable as $$
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

-- Open classes without another owner who can sign in.
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

-- Requests of people about their data, and the campus's answers.
create table data_requests (
  id uuid constraint data_requests_pkey primary key default gen_random_uuid(),
  person_id text not null
    constraint data_requests_person_id_fkey references people on delete cascade,
  kind text not null,
  text text not null,
  asked_at timestamptz not null default clock_timestamp(),
  due_at timestamptz not null,
  -- Null: open.
  state text,
  answer text,
  answered_by text constraint data_requests_answered_by_fkey references people,
  answered_at timestamptz,
  constraint data_requests_kind_is_known check (kind in ('correction', 'erasure')),
  constraint data_requests_text_has_length check (length(text) between 1 and 2000),
  constraint data_requests_state_is_known check (state in ('done', 'refused')),
  constraint data_requests_answer_has_length check (length(answer) between 1 and 2000),
  constraint data_requests_answered_are_whole check (
    num_nonnulls(state, answer, answered_by, answered_at) in (0, 4)
  )
);

create index data_requests_of_person on data_requests (person_id, asked_at desc);
create index data_requests_open on data_requests (due_at, id) where state is null;

-- Downloads of a person's own data within the last hour, to limit the load.
create table my_data_downloads (
  id bigint generated always as identity constraint my_data_downloads_pkey primary key,
  person_id text not null
    constraint my_data_downloads_person_id_fkey references people on delete cascade,
  began_at timestamptz not null default clock_timestamp()
);

create index my_data_downloads_of_person on my_data_downloads (person_id, began_at);
