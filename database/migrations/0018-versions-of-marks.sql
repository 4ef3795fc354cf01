-- Compatible with earlier servers: they save marks without counting the version, as before.
alter table hand_ins
  -- How often marks and comment were saved.
  add column mark_version integer not null default 0;
