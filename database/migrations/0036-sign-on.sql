-- Compatible with earlier servers: they read none of these tables, and people without a password are registered to
-- them if they are so to us.

-- Systems outside that people sign on with.
create table providers (
  id uuid constraint providers_pkey primary key default gen_random_uuid(),
  -- On the button: "Sign in with …".
  name text not null constraint providers_name_has_length check (length(name) between 1 and 60),
  -- Of the kind of provider: the issuer, the client id.
  settings jsonb not null constraint providers_settings_have_a_kind check (settings ? 'kind'),
  -- Encrypted with a key of the installation's secret; null if the provider has none.
  secret_sealed bytea constraint providers_secret_is_short check (length(secret_sealed) <= 20000),
  is_on boolean not null default false,
  roll_from text not null
    constraint providers_roll_from_is_known check (roll_from in ('nothing', 'claim', 'email')),
  roll_claim text not null,
  -- Its roll number alone decides whose account it is.
  is_authoritative boolean not null,
  creates_accounts boolean not null,
  email_domains text[] not null,
  roll_patterns text[] not null,
  -- Sessions end after so many hours; null for no limit of its own.
  session_hours integer,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now()
);
create unique index providers_name_without_case on providers (lower(name));

-- People of providers that are linked with an account.
create table identities (
  provider_id uuid not null constraint identities_provider_id_fkey references providers on delete cascade,
  -- Identifies the person at the provider.
  subject text not null constraint identities_subject_has_length check (length(subject) between 1 and 255),
  person_id text not null constraint identities_person_id_fkey references people on delete cascade,
  -- What the provider said last.
  email text,
  linked_by text not null,
  linked_at timestamptz not null default now(),
  last_used_at timestamptz,
  constraint identities_pkey primary key (provider_id, subject)
);
create unique index identities_of_people on identities (person_id, provider_id);

-- Sign-ons that have begun. One page begins each, and only that page can finish it.
create table hand_offs (
  state_hash bytea constraint hand_offs_pkey primary key,
  provider_id uuid not null constraint hand_offs_provider_id_fkey references providers on delete cascade,
  purpose text not null constraint hand_offs_purpose_is_known check (purpose in ('sign-in', 'link', 'try')),
  -- Who links, or tries.
  person_id text constraint hand_offs_person_id_fkey references people on delete cascade,
  -- SHA-256 of the secret of the page that began.
  key_hash bytea not null,
  -- What the provider's kind needs at the return, encrypted: nonce and PKCE verifier.
  expected_sealed bytea not null,
  began_at timestamptz not null default now(),
  -- The provider's reply came, which it may once.
  returned_at timestamptz,
  -- What the provider says of the person, or why nobody can sign in, encrypted.
  result_sealed bytea
);
create index hand_offs_by_age on hand_offs (began_at);
