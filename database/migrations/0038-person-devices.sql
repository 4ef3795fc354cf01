-- Compatible with earlier servers: they neither read nor write the new table.

-- The devices from which a person has signed in, so that a new one is mailed to them.
create table person_devices (
  person_id text not null constraint person_devices_person_id_fkey references people on delete cascade,
  -- SHA-256 of the person, the browser's name and the network.
  device bytea not null,
  -- Used since then without a pause of 90 days.
  known_since timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  constraint person_devices_pkey primary key (person_id, device),
  constraint person_devices_device_is_sha256 check (length(device) = 32)
);
create index person_devices_by_time on person_devices (last_used_at);
