-- Compatible with earlier servers: an index and a checked constraint change no answer.
-- Runs in steps, outside of a transaction.
-- Step
alter table attempts validate constraint attempts_submitted_have_a_receipt;
-- Step
drop index concurrently if exists attempts_to_judge;
-- Step
create index concurrently attempts_to_judge on attempts (quiz_id)
  where submitted_at is not null and score is null;
