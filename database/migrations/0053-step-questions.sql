-- Compatible with earlier servers: they neither write nor read the new columns.

alter table runs
  -- What its author asks a teacher about a traced run; null for nothing.
  add column question text,
  -- The step of the question, from 1.
  add column asked_step integer,
  add constraint runs_question_has_step check ((question is null) = (asked_step is null)) not valid;
