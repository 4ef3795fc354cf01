-- What counts as right in a question, where that was corrected after the test.
alter table quiz_questions
  -- Options that count as right beside the correct answer.
  add column also_right smallint[] not null default '{}',
  add column marking text not null default 'by_key',
  add constraint quiz_questions_also_right_are_options check (also_right <@ '{1,2,3,4}'),
  add constraint quiz_questions_marking_is_known
    check (marking in ('by_key', 'everyone', 'left_out'));

alter table quizzes
  -- Grows with each correction of a key, so that nobody marks by an old one.
  add column key_version integer not null default 0,
  -- Questions that count for nobody.
  add column left_out integer not null default 0,
  add constraint quizzes_key_version_counts_up check (key_version >= 0),
  add constraint quizzes_some_questions_count check (left_out between 0 and total_questions - 1);

-- The key by which the attempt is marked, or will be when it is submitted.
alter table attempts add column key_version integer not null default 0;

-- Corrections of keys as they were made. Only ever added to.
create table key_corrections (
  id bigint generated always as identity constraint key_corrections_pkey primary key,
  quiz_id uuid not null
    constraint key_corrections_quiz_id_fkey references quizzes on delete cascade,
  -- Of the question, as the teacher ordered them.
  number integer not null,
  -- {marking, right}: what counted before, and what counts after it.
  before jsonb not null,
  after jsonb not null,
  reason text not null,
  -- Attempts whose score it changed.
  changed integer not null,
  corrected_by text not null constraint key_corrections_corrected_by_fkey references people,
  corrected_at timestamptz not null
);

create index key_corrections_of_quiz on key_corrections (quiz_id, id);
