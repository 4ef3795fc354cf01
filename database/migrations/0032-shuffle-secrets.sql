-- Orders, options and variants come from a hash of quiz and student. Without a secret anybody could
-- compute everybody's. Quizzes that somebody has started keep the empty one, and so their papers.
alter table quizzes add column shuffle_secret text not null default '';

update quizzes
set shuffle_secret = gen_random_uuid()::text
where not exists (select 1 from attempts where quiz_id = unique_id);

alter table quizzes alter column shuffle_secret set default gen_random_uuid()::text;
