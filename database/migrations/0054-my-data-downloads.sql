-- Compatible with earlier servers: they know nothing of the table, and nothing depends on it.

-- Downloads of a person's own data within the last hour, so that nobody keeps the servers busy with them.
create table my_data_downloads (
  id bigint generated always as identity constraint my_data_downloads_pkey primary key,
  person_id text not null
    constraint my_data_downloads_person_id_fkey references people on delete cascade,
  began_at timestamptz not null default clock_timestamp()
);

create index my_data_downloads_of_person on my_data_downloads (person_id, began_at);
