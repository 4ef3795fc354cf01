-- Earlier servers would forget the kept shares when they score, so this is not compatible with them.
alter table attempts
  -- Shares of points that corrections which lower no score left to the attempt, by question.
  add column kept_shares jsonb not null default '{}',
  -- When it first had a score; null if that was before this column.
  add column scored_at timestamptz;
