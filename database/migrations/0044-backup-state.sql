-- What is known of the backups of this installation: the alarms ask how old they are.
create table backup_state (
  is_only boolean constraint backup_state_pkey primary key default true,
  newest_taken_at timestamptz not null,
  newest_verified_taken_at timestamptz,
  constraint backup_state_is_one_row check (is_only)
);
