-- Questions to be used again. The same question, wherever it comes from, is kept once.
create table bank_questions (
  question_id uuid constraint bank_questions_pkey primary key default gen_random_uuid(),
  -- Hash of its texts and of its right answer.
  fingerprint text not null constraint bank_questions_fingerprint_key unique,
  title text not null,
  options text[] not null,
  -- Place of the right one among the options, from 1.
  correct_answer smallint not null,
  subject text not null,
  topic text not null,
  tags text[] not null,
  created_by text not null constraint bank_questions_created_by_fkey references people,
  created_at timestamptz not null default clock_timestamp(),
  constraint bank_questions_have_four_options check (cardinality(options) = 4),
  constraint bank_questions_correct_is_an_option check (correct_answer between 1 and 4)
);

create index bank_questions_by_time on bank_questions (created_at desc);

-- Published quizzes whose questions are in the bank, as they were when they were brought in.
create table bank_quizzes (
  quiz_id uuid constraint bank_quizzes_pkey primary key
    constraint bank_quizzes_quiz_id_fkey references quizzes on delete cascade,
  quiz_changed_at timestamptz not null,
  -- Submitted attempts whose answers are counted.
  attempts integer not null default 0
);

-- Where a question was asked, and how many of those who submitted had it right.
create table bank_uses (
  quiz_id uuid not null
    constraint bank_uses_quiz_id_fkey references bank_quizzes on delete cascade,
  number integer not null,
  question_id uuid not null
    constraint bank_uses_question_id_fkey references bank_questions on delete cascade,
  attempts integer not null default 0,
  right_answers integer not null default 0,
  constraint bank_uses_pkey primary key (quiz_id, number),
  constraint bank_uses_count_right check (right_answers between 0 and attempts)
);

create index bank_uses_of_question on bank_uses (question_id);
