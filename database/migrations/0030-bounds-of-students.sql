-- How much a person saves of programs, so that nobody fills the database by typing: counted anew each
-- minute.
create table program_paces (
  person_id text constraint program_paces_pkey primary key
    constraint program_paces_person_id_fkey references people on delete cascade,
  minute_began_at timestamptz not null,
  saves integer not null,
  bytes bigint not null
);

-- Lines that a student has caused: the timeline takes only so many of an attempt.
alter table attempts add column save_lines integer not null default 0;
alter table attempts add column page_lines integer not null default 0;
