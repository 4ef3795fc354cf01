-- Compatible with earlier servers: they know nothing of the table, and nothing depends on it.

-- Who has read which version of the data notice, and when. Which versions there are, the contract says.
create table data_notice_reads (
  person_id text not null
    constraint data_notice_reads_person_id_fkey references people on delete cascade,
  version integer not null,
  read_at timestamptz not null default clock_timestamp(),
  constraint data_notice_reads_pkey primary key (person_id, version),
  constraint data_notice_reads_versions_count_from_one check (version > 0)
);
