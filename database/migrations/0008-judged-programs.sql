-- Earlier servers expect a score in each submitted attempt, so this is not compatible with them.
alter table quizzes
  -- The kinds of its questions that are judged after the submission.
  add column judged_kinds text[] not null default '{}';

alter table attempts
  drop constraint attempts_submitted_are_whole,
  -- The score of a submitted attempt is null while its programs are judged.
  add constraint attempts_submitted_have_a_receipt check (
    (submitted_at is null) = (submitted_by is null)
    and (submitted_at is null) = (receipt_sha256 is null)
    and (submitted_at is not null or score is null)
  ) not valid;

-- What the test cases say of a submitted program, for each set of test cases that it was run on.
create table judgements (
  quiz_id uuid not null,
  person_id text not null,
  -- The question, in the student's numbering.
  number integer not null,
  -- The judged program.
  language text not null,
  sha256 text not null,
  -- Of the test cases it was run on.
  cases_sha256 text not null,
  -- Faults of ours; none once it is judged.
  faults integer not null default 0,
  -- What is scored; null until it is judged.
  judgement text,
  -- The test cases with outputs and times, for the teacher.
  report jsonb,
  -- The tools that compiled and ran it.
  tools text,
  judged_at timestamptz,
  constraint judgements_pkey primary key (quiz_id, person_id, number, cases_sha256),
  constraint judgements_attempt_fkey foreign key (quiz_id, person_id) references attempts,
  constraint judgements_are_whole check (
    num_nonnulls(judgement, report, judged_at) in (0, 3)
  )
);
