-- Compatible with earlier servers: an index changes no answer.
-- Runs in steps, outside of a transaction.
-- Step
drop index concurrently if exists hand_ins_waiting_of_assignment;
-- Step
create index concurrently hand_ins_waiting_of_assignment on hand_ins (assignment_id, handed_in_at, id)
  where is_last and marks is null;
-- Step
drop index concurrently if exists hand_ins_to_mark;
