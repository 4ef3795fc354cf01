-- Compatible with earlier servers: they neither read nor write the new column, and read only the rules that they know.

alter table archives
  -- When it was asked for.
  add column asked_at timestamptz not null default now();

alter table retention_rules
  drop constraint retention_rules_rule_is_known,
  -- Every row passed the narrower check.
  add constraint retention_rules_rule_is_known
    check (rule in ('runs', 'programs', 'work', 'archives', 'people', 'log')) not valid;
