-- What admins did: who, what, to whom or to what, when and from where. Lines are only ever added.
create table audit_lines (
  id bigint generated always as identity constraint audit_lines_pkey primary key,
  at timestamptz not null default clock_timestamp(),
  -- A roll number, "command line" or "link". No reference, since a line outlives what it speaks of.
  by text not null,
  action text not null,
  -- Whom it concerned; null: nobody in particular.
  person_id text,
  -- What it was done to, and what that was called at the time.
  subject_kind text,
  subject_id text,
  subject_name text,
  details jsonb not null default '{}',
  address text,
  browser text,
  constraint audit_lines_subject_is_whole
    check (num_nonnulls(subject_kind, subject_id, subject_name) in (0, 3)),
  constraint audit_lines_details_are_an_object check (jsonb_typeof(details) = 'object')
);

create index audit_lines_by_time on audit_lines (at desc, id desc);
create index audit_lines_by_person on audit_lines (lower(by), at desc, id desc);
create index audit_lines_of_person on audit_lines (lower(person_id), at desc, id desc);
create index audit_lines_by_action on audit_lines (action, at desc, id desc);

create function refuse_change_of_audit_lines() returns trigger language plpgsql as $$
begin
  raise exception 'The audit log is only ever added to.';
end
$$;

create trigger audit_lines_are_only_added
  before update or delete or truncate on audit_lines
  for each statement execute function refuse_change_of_audit_lines();
