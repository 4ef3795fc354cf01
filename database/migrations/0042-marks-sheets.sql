-- Compatible with earlier servers: they neither read nor write the new table.

-- How the works of a class make a total, and the columns of its exports.
create table marks_sheets (
  class_id uuid constraint marks_sheets_pkey primary key
    constraint marks_sheets_class_id_fkey references classes on delete cascade,
  -- Groups with weights and rules, works that count nowhere, and headings.
  arrangement jsonb not null,
  -- Counts the changes, so that a change is made of what its author has seen.
  version integer not null,
  constraint marks_sheets_version_counts_up check (version > 0),
  constraint marks_sheets_arrangement_is_an_object check (jsonb_typeof(arrangement) = 'object')
);
