-- What a server works under, and until when it counts as living without another word of it.
create table server_leases (
  name text constraint server_leases_pkey primary key,
  server text not null,
  held_until timestamptz not null,
  steady_since timestamptz not null
);
