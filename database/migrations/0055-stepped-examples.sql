-- Compatible with earlier servers: they do not use the new table.

create table stepped_examples (
  -- The hash of the language, the program and its input.
  key bytea primary key,
  language text not null,
  source text not null,
  stdin text not null,
  -- Packed by gzip; null until it was made, and if the program did not start.
  trace bytea,
  -- Why there is none.
  fault text,
  made_at timestamptz
);
