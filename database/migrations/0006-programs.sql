-- What the Workspace keeps of what a person writes.

-- What was typed last: one row for each language of each assignment, and one for the inputs.
create table program_drafts (
  person_id text not null
    constraint program_drafts_person_id_fkey references people on delete cascade,
  -- Empty for the person's own practice.
  assignment text not null,
  -- A language by Judge0's number, or `inputs`.
  part text not null,
  -- Counts up with every text, so that a device can tell that another one has saved since.
  revision integer not null default 1,
  text text not null,
  -- The browser that saved it.
  device text not null,
  saved_at timestamptz not null default now(),
  constraint program_drafts_pkey primary key (person_id, assignment, part),
  constraint program_drafts_part_is_known check (part in ('50', '54', '62', '71', 'inputs')),
  constraint program_drafts_revision_counts_up check (revision > 0)
);

-- What was saved by hand, for ever.
create table program_versions (
  id uuid default gen_random_uuid() constraint program_versions_pkey primary key,
  person_id text not null
    constraint program_versions_person_id_fkey references people on delete cascade,
  assignment text not null,
  language_id integer not null,
  name text not null,
  text text not null,
  saved_at timestamptz not null default clock_timestamp(),
  constraint program_versions_language_is_known check (language_id in (50, 54, 62, 71)),
  constraint program_versions_name_has_length check (length(name) between 1 and 100)
);

create index program_versions_newest on program_versions (person_id, assignment, saved_at desc, id);
