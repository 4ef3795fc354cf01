-- Compatible with earlier servers: they read no new column. If one replaces the code, the hash tells that this is another.

alter table classes
  -- The join code, encrypted with a key derived from the installation's secret. Null for codes made before.
  add column join_code_sealed bytea,
  add constraint classes_join_code_sealed_is_short check (length(join_code_sealed) <= 100)
    not valid;
