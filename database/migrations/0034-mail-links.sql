-- Compatible with earlier servers: they neither read nor write the new tables and column.

-- Links that were mailed to a person in the last day.
create table mail_links (
  -- SHA-256 of the token; the token itself is not stored.
  token_hash bytea constraint mail_links_pkey primary key,
  person_id text not null constraint mail_links_person_id_fkey references people on delete cascade,
  kind text not null,
  -- Where it was mailed to.
  address text not null,
  -- SHA-256 of the stored password at the time: a link ends when the password changes. Null for people without one.
  for_password bytea,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- Used, or replaced by a newer one.
  ended_at timestamptz,
  constraint mail_links_hash_is_sha256 check (length(token_hash) = 32),
  constraint mail_links_kind_is_known check (kind in ('reset', 'verify', 'change'))
);
create index mail_links_of_person on mail_links (person_id, kind, created_at);
create index mail_links_by_time on mail_links (created_at);

-- Requests for a link by people who have not signed in.
create table reset_tries (
  network text not null,
  tried_at timestamptz not null default now()
);
create index reset_tries_of_network on reset_tries (network, tried_at);
create index reset_tries_by_time on reset_tries (tried_at);

alter table people
  -- The person has proved that mails to this address reach them.
  add column email_verified_at timestamptz;

-- A new address is not refused yet, and is verified only if the same statement says so.
create or replace function forget_refused_email() returns trigger language plpgsql as $$
begin
  if lower(new.email) is distinct from lower(old.email) then
    new.email_refused_at := null;
    if new.email_verified_at is not distinct from old.email_verified_at then
      new.email_verified_at := null;
    end if;
  end if;
  return new;
end $$;
