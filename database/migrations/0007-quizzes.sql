create table quizzes (
  unique_id uuid constraint quizzes_pkey primary key,
  status text not null,
  topic text not null,
  -- A subject's name in free text, whatever the field is called.
  subject_id text not null,
  class_name text not null,
  total_questions integer not null,
  score_per_question double precision not null,
  -- As it was typed.
  time_limit text not null,
  time_limit_seconds integer not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  for_everyone boolean not null,
  for_courses text[] not null,
  for_years text[] not null,
  for_roll_numbers text[] not null,
  -- When the score of a student shows.
  score_opens text not null,
  -- When the questions with their right answers show.
  answers_open text not null,
  shuffle_questions boolean not null,
  shuffle_options boolean not null,
  created_by text not null constraint quizzes_created_by_fkey references people,
  created_at timestamptz not null default clock_timestamp(),
  changed_at timestamptz not null default clock_timestamp(),
  constraint quizzes_status_is_known check (status in ('draft', 'published')),
  constraint quizzes_have_questions check (total_questions > 0),
  constraint quizzes_score_is_positive check (score_per_question > 0),
  constraint quizzes_time_limit_is_positive check (time_limit_seconds > 0),
  constraint quizzes_end_after_start check (ends_at > starts_at),
  constraint quizzes_score_opens_is_known check (score_opens in ('at_once', 'at_end', 'never')),
  constraint quizzes_answers_open_is_known check (answers_open in ('at_end', 'never'))
);

create index quizzes_by_time on quizzes (created_at desc);

create table quiz_questions (
  quiz_id uuid not null constraint quiz_questions_quiz_id_fkey references quizzes on delete cascade,
  -- From 1, without a gap.
  number integer not null,
  title text not null,
  options text[] not null,
  -- Place of the right one among the options, from 1.
  correct_answer smallint not null,
  -- The same question with other numbers: a list of {title, options, correctAnswer}.
  variants jsonb not null,
  constraint quiz_questions_pkey primary key (quiz_id, number),
  constraint quiz_questions_count_from_one check (number >= 1),
  constraint quiz_questions_have_four_options check (cardinality(options) = 4),
  constraint quiz_questions_correct_is_an_option check (correct_answer between 1 and 4)
);

-- What is being written, as it was typed: a quiz that is not there yet, or changes to one that is.
create table quiz_drafts (
  unique_id uuid constraint quiz_drafts_pkey primary key,
  content jsonb not null,
  -- Grows by one with each time it is saved.
  revision integer not null,
  created_by text not null constraint quiz_drafts_created_by_fkey references people,
  created_at timestamptz not null default clock_timestamp(),
  saved_at timestamptz not null default clock_timestamp(),
  constraint quiz_drafts_revision_counts_up check (revision > 0)
);
