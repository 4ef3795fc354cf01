-- Compatible with earlier servers: to them a prepared assignment is withdrawn, so its students do not see it. What
-- they offer is prepared no more.

alter table assignments
  -- A withdrawn assignment that students are to see from then on; infinity: when a teacher shows it. Null for one that
  -- students see, or that was withdrawn from them.
  add column shown_from timestamptz;

create function end_preparation() returns trigger language plpgsql as $$
begin
  new.shown_from := null;
  return new;
end
$$;

create trigger assignments_end_preparation
  before update of withdrawn_at on assignments
  for each row when (new.withdrawn_at is null and new.shown_from is not null)
  execute function end_preparation();
