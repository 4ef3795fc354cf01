-- Earlier servers store one judgement for each set of test cases, so this is not compatible with them.
-- Runs in steps, outside of a transaction.
-- Step
drop index concurrently if exists judgements_of_programs;
-- Step
create unique index concurrently judgements_of_programs
  on judgements (quiz_id, person_id, number, cases_sha256, language, sha256);
-- Step
-- A judgement of an earlier program of the attempt stays beside that of a later one.
alter table judgements
  drop constraint judgements_pkey,
  add constraint judgements_pkey primary key using index judgements_of_programs;
