-- Compatible with earlier servers: they neither read nor write the new table and column.

-- People who want one mail a day with their notices.
create table digests (
  person_id text constraint digests_pkey primary key
    constraint digests_person_id_fkey references people on delete cascade,
  wanted_since timestamptz not null,
  -- Earlier notices were mailed, or are older than the choice.
  listed_until timestamptz not null,
  -- The last day in Asia/Kolkata on which notices were mailed or none were new.
  done_on date not null
);

alter table mails
  -- Of a digest: ends it without a sign-in.
  add column unsubscribe_url text,
  add constraint mails_unsubscribe_url_is_one_line
    check (unsubscribe_url !~ '[[:cntrl:]<>]' and length(unsubscribe_url) <= 2000) not valid;
