-- Settings that all servers of one database must agree on, as they hold now.
create table shared_settings (
  variable text constraint shared_settings_pkey primary key,
  value text not null
);
