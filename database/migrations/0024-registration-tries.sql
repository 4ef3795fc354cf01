-- Registrations whose password was hashed, so that nobody fills the house with accounts.
create table registration_tries (
  id bigint generated always as identity constraint registration_tries_pkey primary key,
  -- The network that it came from.
  network text not null,
  tried_at timestamptz not null default now()
);

create index registration_tries_of_network on registration_tries (network, tried_at);
create index registration_tries_by_time on registration_tries (tried_at);
