-- Compatible with earlier servers: they save no programs, and so write nothing of this.
alter table attempts
  -- The size of the recorded typing, which is limited.
  add column writing_bytes integer not null default 0;

-- How the programs of an attempt were typed: each saved change, and whole texts when an attempt is submitted.
create table writing (
  id bigint generated always as identity constraint writing_pkey primary key,
  quiz_id uuid not null,
  person_id text not null,
  -- In the student's numbering.
  number integer not null,
  at timestamptz not null,
  language text not null,
  -- From this character on, so many were replaced; null if the text is whole.
  from_character integer,
  removed integer,
  added text not null,
  constraint writing_attempt_fkey foreign key (quiz_id, person_id) references attempts,
  constraint writing_is_a_change_or_whole check ((from_character is null) = (removed is null))
);

create index writing_of_program on writing (quiz_id, person_id, number, id);
