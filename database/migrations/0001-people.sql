-- People, their sessions, and what is remembered of failed logins.

create table people (
  -- The roll number. Text, because leading zeros live.
  id text constraint people_pkey primary key,
  name text not null,
  -- A person on the student list may have none until they register.
  email text,
  -- 0 student, 1 admin.
  role smallint not null,
  -- Null: on the student list, but not registered yet.
  password_hash text,
  -- Made for the demo; never works while the demo is off.
  is_demo boolean not null default false,
  created_at timestamptz not null default now(),
  registered_at timestamptz,
  disabled_at timestamptz,
  constraint people_id_has_length check (length(id) between 1 and 64),
  constraint people_role_is_known check (role in (0, 1)),
  constraint people_who_sign_in_have_an_email check (password_hash is null or email is not null)
);

create unique index people_id_without_case on people (lower(id));
create unique index people_email_without_case on people (lower(email));

create table sessions (
  id uuid default gen_random_uuid() constraint sessions_pkey primary key,
  -- SHA-256 of the token, which is kept nowhere.
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
  -- In lower case, and of no person perhaps.
  person_id text not null,
  -- The network that the login came from.
  network text not null,
  failed_at timestamptz not null default now()
);

create index login_failures_of_person on login_failures (network, person_id, failed_at);
create index login_failures_of_network on login_failures (network, failed_at);
create index login_failures_by_time on login_failures (failed_at);
