-- What the home page tells everybody.
create table news (
  id bigint generated always as identity constraint news_pkey primary key,
  title text not null,
  -- Plain text.
  description text not null,
  posted_on date not null,
  -- Where to read more; empty for nowhere.
  url text not null,
  -- Built in: there while the demo is on, and no longer once an admin has changed it.
  is_demo boolean not null default false,
  constraint news_url_is_of_the_web check (url = '' or url ~* '^https?://')
);
