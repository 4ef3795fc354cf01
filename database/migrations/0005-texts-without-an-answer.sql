-- Compatible with earlier servers: they have no such questions, and leave the default.
alter table quizzes
  -- Questions that ask nothing, included in total_questions.
  add column not_asked integer not null default 0;
