-- Compatible with earlier servers: an index changes no answer.
-- Runs in steps, outside of a transaction.
-- Step
drop index concurrently if exists attempt_steps_noticed;
-- Step
-- What live control counts. Most lines are saves.
create index concurrently attempt_steps_noticed on attempt_steps (quiz_id, person_id)
  include (step, by, address) where step <> 'save';
