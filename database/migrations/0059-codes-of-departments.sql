-- A code is unique in a term and department. Where two departments have the same, servers of an earlier version would
-- put the people of a list into either class, so this waits until none of them runs.
drop index classes_code_without_case;
create unique index classes_code_without_case
  on classes (term_id, lower(department), lower(code)) where code is not null;
