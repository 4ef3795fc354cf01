-- Compatible with earlier servers: they know nothing of the table, and nothing depends on it.

-- What people ask of the data that is kept of them, and what the campus answered.
create table data_requests (
  id uuid constraint data_requests_pkey primary key default gen_random_uuid(),
  person_id text not null
    constraint data_requests_person_id_fkey references people on delete cascade,
  kind text not null,
  text text not null,
  asked_at timestamptz not null default clock_timestamp(),
  due_at timestamptz not null,
  -- Null: open.
  state text,
  answer text,
  answered_by text constraint data_requests_answered_by_fkey references people,
  answered_at timestamptz,
  constraint data_requests_kind_is_known check (kind in ('correction', 'erasure')),
  constraint data_requests_text_has_length check (length(text) between 1 and 2000),
  constraint data_requests_state_is_known check (state in ('done', 'refused')),
  constraint data_requests_answer_has_length check (length(answer) between 1 and 2000),
  constraint data_requests_answered_are_whole check (
    num_nonnulls(state, answer, answered_by, answered_at) in (0, 4)
  )
);

create index data_requests_of_person on data_requests (person_id, asked_at desc);
create index data_requests_open on data_requests (due_at, id) where state is null;
