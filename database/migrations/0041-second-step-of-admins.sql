-- Compatible with earlier servers: they let campus admins in with a password alone, as before.

alter table sessions
  -- Opened with a password alone by a campus admin, who may do nothing but set up a second step.
  add column needs_second_step boolean not null default false;

alter table people
  -- The one campus admin who signs in with a password alone if nobody else can sign in.
  add column is_break_glass boolean not null default false;
