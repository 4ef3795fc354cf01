-- Compatible with earlier servers: they neither read nor write the new tables.

-- What the lab record of a class contains.
create table lab_records (
  class_id uuid constraint lab_records_pkey primary key
    constraint lab_records_class_id_fkey references classes on delete cascade,
  -- Experiments in their order, signatures.
  settings jsonb not null,
  -- Counts the changes, so that a change is made of what its author has seen.
  version integer not null,
  constraint lab_records_version_counts_up check (version > 0),
  constraint lab_records_settings_are_an_object check (jsonb_typeof(settings) = 'object')
);

-- What students write for their records themselves.
create table record_texts (
  class_id uuid not null constraint record_texts_class_id_fkey references classes on delete cascade,
  person_id text not null constraint record_texts_person_id_fkey references people,
  -- An assignment, or a test with the number of a question; 0 for an assignment.
  work_id uuid not null,
  question integer not null,
  algorithm text not null,
  -- For the run whose output is printed; null for the sample of the work.
  input text,
  changed_at timestamptz not null default now(),
  constraint record_texts_pkey primary key (class_id, person_id, work_id, question)
);
create index record_texts_of_person on record_texts (person_id);

-- The output of a run that was made for a record.
create table record_outputs (
  class_id uuid not null constraint record_outputs_class_id_fkey references classes on delete cascade,
  person_id text not null constraint record_outputs_person_id_fkey references people,
  work_id uuid not null,
  question integer not null,
  -- Of the program with its language and input.
  run_sha256 text not null,
  output text not null,
  -- Why the program failed; null if it ended by itself.
  failure text,
  made_at timestamptz not null default now(),
  constraint record_outputs_pkey primary key (class_id, person_id, work_id, question)
);
create index record_outputs_of_person on record_outputs (person_id);
