-- One student's sitting of one quiz. Rows change with every mark, so each page keeps room for them.
create table attempts (
  quiz_id uuid not null constraint attempts_quiz_id_fkey references quizzes,
  person_id text not null constraint attempts_person_id_fkey references people,
  started_at timestamptz not null,
  -- The earlier of start + time limit and End, with every extension.
  deadline_at timestamptz not null,
  -- Canonical JSON: the receipt is the hash of this very text.
  marks text not null default '{}',
  answered integer not null default 0,
  -- Of the newest save; a mark with a lower one changes nothing.
  sequence bigint not null default 0,
  saved_at timestamptz,
  -- The page that may write; null while every page may.
  tab text,
  last_seen_at timestamptz not null,
  -- When anything in this row changed last, so that whoever watches reads only what is new.
  changed_at timestamptz not null,
  submitted_at timestamptz,
  submitted_by text,
  score double precision,
  receipt_sha256 text,
  feedback text,
  constraint attempts_pkey primary key (quiz_id, person_id),
  constraint attempts_end_after_start check (deadline_at >= started_at),
  constraint attempts_sequence_counts_up check (sequence >= 0),
  constraint attempts_submitted_by_is_known check (submitted_by in ('student', 'server', 'admin')),
  constraint attempts_submitted_are_whole check (
    (submitted_at is null) = (submitted_by is null)
    and (submitted_at is null) = (score is null)
    and (submitted_at is null) = (receipt_sha256 is null)
  ),
  constraint attempts_feedback_is_short check (length(feedback) <= 4000)
) with (fillfactor = 60);

create index attempts_of_person on attempts (person_id);
create index attempts_unsubmitted on attempts (deadline_at) where submitted_at is null;

-- The timeline: what happened to an attempt, by whom and from where. Lines are only ever added.
create table attempt_steps (
  id bigint generated always as identity constraint attempt_steps_pkey primary key,
  quiz_id uuid not null,
  person_id text not null,
  at timestamptz not null,
  step text not null,
  -- A roll number, or "server".
  by text not null,
  address text,
  browser text,
  details jsonb not null default '{}',
  constraint attempt_steps_attempt_fkey foreign key (quiz_id, person_id) references attempts
);

create index attempt_steps_of_attempt on attempt_steps (quiz_id, person_id, id);

create function refuse_change_of_steps() returns trigger language plpgsql as $$
begin
  raise exception 'The timeline of an attempt is only ever added to.';
end
$$;

create trigger attempt_steps_are_only_added
  before update or delete or truncate on attempt_steps
  for each statement execute function refuse_change_of_steps();

-- Extra time as it was granted, and submitted attempts that were opened again. Only ever added to.
create table extensions (
  id bigint generated always as identity constraint extensions_pkey primary key,
  quiz_id uuid not null
    constraint extensions_quiz_id_fkey references quizzes on delete cascade,
  -- "everyone", "course <name>", "year <name>" or "person <roll number>".
  target text not null,
  minutes double precision,
  factor double precision,
  reopened_until timestamptz,
  reason text not null,
  granted_by text not null constraint extensions_granted_by_fkey references people,
  granted_at timestamptz not null,
  constraint extensions_give_one_thing check (num_nonnulls(minutes, factor, reopened_until) = 1)
);

create index extensions_of_quiz on extensions (quiz_id, id);

create table announcements (
  id bigint generated always as identity constraint announcements_pkey primary key,
  quiz_id uuid not null
    constraint announcements_quiz_id_fkey references quizzes on delete cascade,
  text text not null,
  announced_by text not null constraint announcements_announced_by_fkey references people,
  announced_at timestamptz not null
);

create index announcements_of_quiz on announcements (quiz_id, id);
