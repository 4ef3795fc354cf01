-- The files of the file service. Their bytes lie in a store, on disk or in an object store, under
-- the storage key alone: what a person calls a file is never part of a path.
create table files (
  bucket_id text not null,
  -- Chosen by who sends it, or by us.
  id text not null,
  -- The name of its bytes in the store.
  storage_key uuid not null constraint files_storage_key_unique unique,
  owner_id text not null constraint files_owner_id_fkey references people,
  name text not null,
  -- Found in its first bytes and its name once it is complete.
  mime_type text not null,
  size_bytes bigint not null,
  chunks_total integer not null,
  -- What the store calls an upload in chunks; null where it needs no name for it.
  store_upload text,
  sha256 bytea,
  permissions text[] not null,
  created_at timestamptz not null default now(),
  -- Of an unfinished file: when its last chunk arrived.
  updated_at timestamptz not null default now(),
  -- Null: not all chunks have arrived.
  finished_at timestamptz,
  constraint files_pkey primary key (bucket_id, id),
  constraint files_bucket_is_known
    check (bucket_id in ('student-lists', 'assignments', 'submissions')),
  constraint files_id_is_short check (length(id) between 1 and 36),
  constraint files_have_bytes check (size_bytes > 0),
  constraint files_chunks_are_counted check (chunks_total > 0),
  constraint files_finished_have_a_hash check ((finished_at is null) = (sha256 is null)),
  constraint files_hash_is_sha256 check (length(sha256) = 32)
);

create index files_by_owner on files (bucket_id, owner_id, created_at desc);
create index files_by_time on files (bucket_id, created_at desc, id);
create index files_unfinished on files (updated_at) where finished_at is null;

-- The chunks that have arrived of a file that is not finished.
create table file_chunks (
  storage_key uuid not null
    constraint file_chunks_storage_key_fkey references files (storage_key) on delete cascade,
  -- From 1, by place in the file.
  number integer not null,
  -- What the store calls it.
  tag text not null,
  constraint file_chunks_pkey primary key (storage_key, number),
  constraint file_chunks_count_from_one check (number > 0)
);

-- The one secret with which download links are signed.
create table file_link_keys (
  id smallint constraint file_link_keys_pkey primary key default 1,
  secret bytea not null,
  constraint file_link_keys_is_one check (id = 1)
);
