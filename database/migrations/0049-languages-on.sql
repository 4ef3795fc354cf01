-- Compatible with earlier servers: they offer the four languages that are always on, and do not read this table.

-- The optional languages that people may choose, by the key of the contract.
create table languages_on (
  language text not null constraint languages_on_pkey primary key,
  turned_on_at timestamptz not null default now()
);
