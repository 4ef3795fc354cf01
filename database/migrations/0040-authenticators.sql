-- Compatible with earlier servers: they read none of these tables, and ask nobody for a second step.

-- Authenticator apps, whose codes follow a password.
create table authenticators (
  person_id text constraint authenticators_pkey primary key
    constraint authenticators_person_id_fkey references people on delete cascade,
  -- The shared key, encrypted with a key of the installation's secret.
  key_sealed bytea not null constraint authenticators_key_is_short check (length(key_sealed) <= 200),
  created_at timestamptz not null default now(),
  -- The first right code came. Before, the authenticator is not asked for.
  confirmed_at timestamptz,
  -- The time step, in units of 30 seconds since 1970, of the last code that counted.
  used_step bigint not null default 0,
  -- Wrong codes since this time, from all networks.
  wrong_codes integer not null default 0,
  wrong_since timestamptz not null default now()
);

-- Each replaces a code of the authenticator once.
create table recovery_codes (
  person_id text not null constraint recovery_codes_person_id_fkey references authenticators on delete cascade,
  -- HMAC of the code with a key of the installation's secret.
  code_hash bytea not null constraint recovery_codes_hash_is_sha256 check (length(code_hash) = 32),
  constraint recovery_codes_pkey primary key (person_id, code_hash)
);
