-- Compatible with earlier servers: the index changes no answer, and they write no negative sequence.
-- Runs in steps, outside of a transaction.
-- Step
drop index concurrently if exists attempts_by_save;
-- Step
create index concurrently attempts_by_save on attempts (saved_at);
-- Step
alter table attempts drop constraint if exists attempts_sequences_are_counted;
-- Step
alter table attempts add constraint attempts_sequences_are_counted check (sequence >= 0) not valid;
-- Step
alter table attempts validate constraint attempts_sequences_are_counted;
