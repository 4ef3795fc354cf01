-- One code a student who is on the list and has not registered: it stands in for the listed e-mail.
create table registration_codes (
  person_id text constraint registration_codes_pkey primary key
    constraint registration_codes_person_id_fkey references people on delete cascade,
  -- SHA-256 of the code with the roll number; the code itself is kept nowhere.
  code_hash bytea not null,
  expires_at timestamptz not null,
  constraint registration_codes_hash_is_sha256 check (length(code_hash) = 32)
);

-- Wrong e-mails and codes for listed roll numbers, so that nobody guesses on.
create table registration_failures (
  id bigint generated always as identity constraint registration_failures_pkey primary key,
  -- In lower case.
  person_id text not null,
  -- The network that it came from.
  network text not null,
  failed_at timestamptz not null default now()
);

create index registration_failures_of_person
  on registration_failures (network, person_id, failed_at);
create index registration_failures_by_time on registration_failures (failed_at);
