-- Compatible with earlier servers: they neither read nor write the new tables, and store no files in the new bucket.

alter table files
  drop constraint files_bucket_is_known,
  -- Every row passed the narrower check.
  add constraint files_bucket_is_known
    check (bucket_id in ('student-lists', 'assignments', 'submissions', 'archives')) not valid;

-- The sealed archives of a test. Number n + 1 replaces n, whose hashes are kept.
create table archives (
  quiz_id uuid not null constraint archives_quiz_id_fkey references quizzes,
  number integer not null,
  state text not null default 'waiting',
  -- The job that makes it: only the latest may finish it.
  run uuid,
  -- When it was asked for, or its job last wrote an attempt.
  touched_at timestamptz not null default now(),
  -- Attempts written, and in all.
  done integer not null default 0,
  total integer,
  reason text,
  -- Everything that changed until then is in it.
  as_of timestamptz,
  -- The attempts that differ from the archive before: [{number, reasons}].
  changed jsonb not null default '[]',
  -- Of everything in it but what is only a view of it.
  content_sha256 text,
  manifest_sha256 text,
  zip_sha256 text,
  size_bytes bigint,
  file_bucket text not null default 'archives',
  file_id text,
  sealed_at timestamptz,
  verified_at timestamptz,
  is_broken boolean not null default false,
  constraint archives_pkey primary key (quiz_id, number),
  constraint archives_count_from_1 check (number > 0),
  constraint archives_state_is_known check (state in ('waiting', 'running', 'sealed', 'removed')),
  constraint archives_reason_is_known check (
    reason in ('sealed', 'corrected', 'reopened', 'judged_again', 'marked', 'erased')
  ),
  constraint archives_are_of_archives check (file_bucket = 'archives'),
  constraint archives_sealed_have_hashes check (
    state in ('waiting', 'running')
    or num_nulls(reason, as_of, content_sha256, manifest_sha256, zip_sha256, size_bytes, sealed_at) = 0
  ),
  constraint archives_sealed_have_a_file check ((state = 'sealed') = (file_id is not null)),
  constraint archives_file_fkey foreign key (file_bucket, file_id) references files (bucket_id, id)
);

create index archives_of_files on archives (file_bucket, file_id) where file_id is not null;

-- How the archives of a test refer to people: students by the number of their attempt, which never changes.
create table archived_people (
  quiz_id uuid not null constraint archived_people_quiz_id_fkey references quizzes,
  reference text not null,
  person_id text not null constraint archived_people_person_id_fkey references people,
  -- Of the files of the attempt in the last archive; null for people without one.
  content_sha256 text,
  -- The person was erased, and the last archive still names them.
  erased_at timestamptz,
  constraint archived_people_pkey primary key (quiz_id, reference),
  constraint archived_people_have_one_reference unique (quiz_id, person_id)
);

create index archived_people_of_person on archived_people (person_id);
create index archived_people_to_erase on archived_people (quiz_id) where erased_at is not null;
