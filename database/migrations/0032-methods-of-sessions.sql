-- Compatible with earlier servers: they open sessions with a password only, and the default says so.

alter table sessions
  -- How the person signed in: 'password', or the name of another method.
  add column method text not null default 'password',
  add constraint sessions_method_is_short check (length(method) between 1 and 100) not valid;
