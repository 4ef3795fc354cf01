-- How the columns of lists of other programs are read: an admin says so once for each set of headings.
create table column_matches (
  -- The headings as a hash, in whatever order and case.
  headings text constraint column_matches_pkey primary key,
  column_match jsonb not null,
  used_at timestamptz not null default now()
);
