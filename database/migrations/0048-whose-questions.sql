-- A question of the bank is the campus's, a class's or one person's. Those that are there are the campus's.
alter table bank_questions
  add column class_id uuid constraint bank_questions_class_id_fkey references classes,
  add column owner_id text constraint bank_questions_owner_id_fkey references people,
  -- Whoever teaches a class may read and use it; to change it stays with those whose it is.
  add column is_shared boolean not null default false,
  add constraint bank_questions_have_one_home check (num_nonnulls(class_id, owner_id) < 2),
  drop constraint bank_questions_fingerprint_key;

create unique index bank_questions_once_in_a_home
  on bank_questions (fingerprint, coalesce(class_id::text, owner_id, ''));
create index bank_questions_of_class on bank_questions (class_id) where class_id is not null;
create index bank_questions_of_owner on bank_questions (owner_id) where owner_id is not null;
