-- Compatible with earlier servers: they note every paste, which is the default.
alter table quizzes
  -- What happens to texts from elsewhere that are pasted into answers.
  add column pastes text not null default 'told',
  -- Every row that it does not check has the default.
  add constraint quizzes_pastes_are_known check (pastes in ('allowed', 'told', 'blocked'))
    not valid;
