-- Compatible with earlier servers: they do not know these tables.
-- The files of the last builds of the pages, for pages of one build that are served by another.
create table web_builds (
  digest text constraint web_builds_pkey primary key,
  served_at timestamptz not null default now()
);
create table web_assets (
  build text not null,
  name text not null,
  bytes bytea not null,
  constraint web_assets_pkey primary key (name, build),
  constraint web_assets_build_fkey foreign key (build) references web_builds on delete cascade
);
create index web_assets_build_idx on web_assets (build);
