-- Compatible with earlier servers: they neither write nor read the new columns, and let everybody step.

alter table classes
  -- Students may step through programs for the class's assignments.
  add column can_step boolean not null default true;
alter table assignments
  -- Students may step through programs for it, if its class allows it.
  add column can_step boolean not null default true;
