-- Compatible with earlier servers: they neither read nor write the new tables.

create table passkeys (
  id uuid not null default gen_random_uuid() constraint passkeys_pkey primary key,
  person_id text not null constraint passkeys_person_id_fkey references people on delete cascade,
  -- Chosen by the authenticator.
  credential_id bytea not null constraint passkeys_credential_id_key unique,
  -- In COSE form.
  public_key bytea not null,
  -- Of signatures; stays 0 for passkeys that several devices share.
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  constraint passkeys_credential_id_is_short check (length(credential_id) between 1 and 1023),
  constraint passkeys_name_is_short check (length(name) between 1 and 100)
);
create index passkeys_of_person on passkeys (person_id);

-- What an authenticator must sign: once, and within five minutes.
create table challenges (
  challenge bytea not null constraint challenges_pkey primary key,
  purpose text not null,
  -- Null before sign-in.
  person_id text constraint challenges_person_id_fkey references people on delete cascade,
  network text not null,
  expires_at timestamptz not null,
  constraint challenges_purpose_is_known check (purpose in ('sign-in', 'add', 'prove')),
  constraint challenges_has_32_bytes check (length(challenge) = 32)
);
create index challenges_of_network on challenges (network, expires_at);
create index challenges_of_person on challenges (person_id);
create index challenges_by_time on challenges (expires_at);
