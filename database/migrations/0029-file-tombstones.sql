-- Bytes in the store that no file names: not yet, or no longer. What stands here for long enough is
-- removed from the store, and nothing else ever is.
create table file_tombstones (
  storage_key uuid constraint file_tombstones_pkey primary key,
  bucket_id text not null,
  owner_id text not null,
  size_bytes bigint not null,
  -- What the store calls an upload in chunks.
  store_upload text,
  -- Arriving: the bytes are being stored, and their file is written down after them. Deleted: their
  -- file was deleted. Joined: the file stays, and what is left of its chunks is not needed.
  why text not null,
  since timestamptz not null default now(),
  constraint file_tombstones_why_is_known check (why in ('arriving', 'deleted', 'joined'))
);

create index file_tombstones_of_owner on file_tombstones (owner_id, bucket_id);
create index file_tombstones_by_time on file_tombstones (since);

-- Which store this database knows: the mark stands in both, and is another after each sweep, so that
-- one of the two that comes back from a backup no longer agrees with the other.
create table file_stores (
  id smallint constraint file_stores_pkey primary key default 1,
  mark uuid not null,
  -- Is being written into the store, and may stand there already.
  next_mark uuid,
  marking_since timestamptz,
  known_since timestamptz not null default now(),
  constraint file_stores_is_one check (id = 1)
);
