-- Earlier servers would not replace erased people in the new columns, so this is not compatible with them.
alter table similar_pairs
  drop constraint similar_pairs_assignment_id_fkey,
  drop constraint similar_pairs_pkey;

alter table compared_programs
  drop constraint compared_programs_assignment_id_fkey,
  drop constraint compared_programs_are_once,
  drop constraint compared_programs_reason_is_known;

-- A comparison is about an assignment, or about a question of a test.
alter table comparisons
  drop constraint comparisons_pkey,
  -- The assignment's, so that its task keeps its id; any other for a question.
  add column id uuid not null default gen_random_uuid() constraint comparisons_pkey primary key,
  alter column assignment_id drop not null,
  add column quiz_id uuid constraint comparisons_quiz_id_fkey references quizzes,
  -- The question, in the teacher's numbering.
  add column number integer,
  add constraint comparisons_of_assignments_are_once unique (assignment_id),
  add constraint comparisons_of_questions_are_once unique (quiz_id, number),
  add constraint comparisons_have_one_subject check (
    case when quiz_id is null
      then assignment_id is not null and number is null
      else assignment_id is null and number is not null
    end
  );

update comparisons set id = assignment_id;

alter table compared_programs
  alter column assignment_id drop not null,
  alter column hand_in_id drop not null,
  add column quiz_id uuid,
  add column number integer,
  -- The student of the attempt.
  add column person_id text constraint compared_programs_person_id_fkey references people,
  -- Of the attempt when it was compared, which shows that it was submitted again.
  add column receipt_sha256 text,
  add constraint compared_programs_assignment_id_fkey
    foreign key (assignment_id) references comparisons (assignment_id),
  add constraint compared_programs_question_fkey
    foreign key (quiz_id, number) references comparisons (quiz_id, number),
  add constraint compared_programs_are_once
    unique nulls not distinct (hand_in_id, quiz_id, number, person_id, language_id),
  add constraint compared_programs_reason_is_known
    check (reason in ('', 'no_program', 'unchanged', 'too_short', 'unreadable', 'too_many')),
  add constraint compared_programs_have_one_subject check (
    case when quiz_id is null
      then num_nonnulls(assignment_id, hand_in_id) = 2
        and num_nonnulls(number, person_id, receipt_sha256) = 0
      else num_nonnulls(assignment_id, hand_in_id) = 0
        and num_nonnulls(number, person_id, receipt_sha256) = 3
    end
  );

create index compared_programs_of_question on compared_programs (quiz_id, number)
  where quiz_id is not null;

alter table similar_pairs
  alter column assignment_id drop not null,
  alter column one_id drop not null,
  alter column other_id drop not null,
  add column quiz_id uuid,
  add column number integer,
  add column one_person_id text constraint similar_pairs_one_person_id_fkey references people,
  add column other_person_id text constraint similar_pairs_other_person_id_fkey references people,
  add constraint similar_pairs_assignment_id_fkey
    foreign key (assignment_id) references comparisons (assignment_id),
  add constraint similar_pairs_question_fkey
    foreign key (quiz_id, number) references comparisons (quiz_id, number),
  add constraint similar_pairs_of_hand_ins_are_once unique (one_id, other_id, language_id),
  add constraint similar_pairs_have_one_subject check (
    case when quiz_id is null
      then num_nonnulls(assignment_id, one_id, other_id) = 3
        and num_nonnulls(number, one_person_id, other_person_id) = 0
      else num_nonnulls(assignment_id, one_id, other_id) = 0
        and num_nonnulls(number, one_person_id, other_person_id) = 3
    end
  );

create unique index similar_pairs_of_question
  on similar_pairs (quiz_id, number, one_person_id, other_person_id, language_id)
  where quiz_id is not null;
