-- Compatible with earlier servers: they neither write nor read the new columns, and keep no file that a program writes.

alter table runs
  -- The files that the program writes are kept.
  add column collect_files boolean not null default false,
  -- They, in the form of the column `files`; null for none.
  add column output_files bytea;
