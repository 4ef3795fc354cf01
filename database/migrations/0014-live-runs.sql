alter table runs add column is_live boolean not null default false;
-- A program in a terminal ends with the server that it speaks through; nobody runs it again.
create index runs_live_unfinished on runs (driver) where is_live and finished_at is null;
