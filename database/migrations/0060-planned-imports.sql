-- A list is stored and parsed once: the import keeps what was parsed until it is applied.

alter table student_imports
  -- The admin's decisions about it.
  add how jsonb not null default '{}',
  drop constraint student_imports_state_is_known,
  add constraint student_imports_state_is_known
    check (state in ('planned', 'waiting', 'running', 'done', 'failed', 'cancelled'));

-- The parsed list of a planned import, in pieces. Deleted when it is applied, and after a day.
create table student_import_parts (
  import_id uuid not null
    constraint student_import_parts_import_id_fkey references student_imports on delete cascade,
  number integer not null,
  listed json not null,
  constraint student_import_parts_pkey primary key (import_id, number)
);
