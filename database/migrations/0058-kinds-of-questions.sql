-- Compatible with earlier servers: they make and ask questions with four options, as before. A test with other kinds
-- of questions, which only this version makes, they refuse to show.

-- A question of another kind than the four options has its two halves here: what a student sees, and what is right.
-- Its points are its own; null: the score of each question.
alter table quiz_questions
  alter column options drop not null,
  alter column correct_answer drop not null,
  add column kind text,
  add column body jsonb,
  add column key jsonb,
  add column points double precision,
  add constraint quiz_questions_have_one_form check (
    case when kind is null
      then num_nonnulls(options, correct_answer) = 2 and num_nonnulls(body, key, points) = 0
      else num_nonnulls(options, correct_answer) = 0 and num_nonnulls(body, key) = 2
    end
  ),
  add constraint quiz_questions_points_are_bounded check (points between 0 and 1000);

-- What all right answers give, where questions have points of their own; null: the score of each question for each.
alter table quizzes
  add column full_score double precision,
  add constraint quizzes_full_score_is_positive check (full_score > 0);
