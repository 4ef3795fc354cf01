-- Compatible with earlier servers: they close nothing, and leave the default.
alter table quizzes
  -- While a student takes it, their assignments and earlier programs are closed.
  add column closes_work boolean not null default false;
