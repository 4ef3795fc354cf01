-- Earlier servers expect four options in each row, so this is not compatible with them.
alter table bank_questions
  -- Null: exactly four options, one of them right. Otherwise the texts of the kind, for the search.
  add column kind text,
  -- What students see in addition to the title, and what is right, as in quiz_questions.
  add column body jsonb,
  add column key jsonb,
  -- Null: the score per question of the quiz that takes it.
  add column points double precision,
  alter column correct_answer drop not null,
  drop constraint bank_questions_have_four_options,
  add constraint bank_questions_have_one_form check (
    case when kind is null
      then cardinality(options) = 4 and correct_answer is not null
        and num_nonnulls(body, key, points) = 0
      else correct_answer is null and num_nonnulls(body, key) = 2
    end
  ),
  add constraint bank_questions_points_are_bounded check (points between 0 and 1000);

-- Quizzes with questions of a kind are added again, with those.
delete from bank_quizzes
using quiz_questions
where quiz_questions.quiz_id = bank_quizzes.quiz_id and quiz_questions.kind is not null;
