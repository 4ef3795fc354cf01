-- Compatible with earlier servers: they neither read nor write the new table and column.

-- Mails that wait, and those of the last 30 days.
create table mails (
  id uuid constraint mails_pkey primary key,
  person_id text not null constraint mails_person_id_fkey references people on delete cascade,
  address text not null,
  kind text not null,
  subject text not null,
  -- Encrypted with a key derived from the installation's secret, because it may contain a token. Emptied at the end.
  text_sealed bytea,
  state text not null default 'waiting',
  attempts integer not null default 0,
  created_at timestamptz not null default now(),
  tried_at timestamptz,
  ended_at timestamptz,
  constraint mails_state_is_known check (state in ('waiting', 'sent', 'refused', 'failed')),
  constraint mails_waiting_have_a_text check ((state = 'waiting') = (text_sealed is not null)),
  constraint mails_ended_have_a_time check ((state = 'waiting') = (ended_at is null)),
  constraint mails_address_is_one_line check (address !~ '[[:cntrl:]]' and length(address) <= 254),
  constraint mails_subject_is_one_line check (subject !~ '[[:cntrl:]]' and length(subject) <= 200),
  constraint mails_text_is_short check (length(text_sealed) <= 100000)
);
create index mails_of_person on mails (person_id);
create index mails_by_time on mails (created_at);
create index mails_waiting on mails (created_at) where state = 'waiting';
create index mails_by_try on mails (tried_at);

alter table people
  -- The last time at which a mail server refused the person's address for good.
  add column email_refused_at timestamptz;

-- A new address is not refused yet.
create function forget_refused_email() returns trigger language plpgsql as $$
begin
  if lower(new.email) is distinct from lower(old.email) then
    new.email_refused_at := null;
  end if;
  return new;
end $$;

create trigger people_forget_refused_email before update of email on people
  for each row execute function forget_refused_email();
