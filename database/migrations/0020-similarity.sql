-- What students begin with, in the language that the assignment asks for; empty for nothing.
alter table assignments
  add column starter_code text not null default '',
  add constraint assignments_starter_code_has_a_language
    check (starter_code = '' or language_id is not null);

-- Comparisons of the programs handed in to an assignment: the one that was asked for last.
create table comparisons (
  assignment_id uuid constraint comparisons_pkey primary key
    constraint comparisons_assignment_id_fkey references assignments,
  state text not null default 'waiting',
  -- 0 to 1.
  progress real not null default 0,
  asked_by text not null constraint comparisons_asked_by_fkey references people,
  asked_at timestamptz not null default clock_timestamp(),
  -- In words for the teacher.
  failure text not null default '',
  -- When what is kept was found; null while there is nothing.
  compared_at timestamptz,
  -- Hash of the starter code and the examples that were left out.
  left_out_hash text not null default '',
  constraint comparisons_state_is_known
    check (state in ('waiting', 'running', 'done', 'failed', 'stopped'))
);

-- The hand-ins that were looked at: a row for each language in them.
create table compared_programs (
  assignment_id uuid not null constraint compared_programs_assignment_id_fkey references comparisons,
  hand_in_id uuid not null constraint compared_programs_hand_in_id_fkey references hand_ins,
  -- Null where there is no program.
  language_id smallint,
  -- Why it was not compared; empty where it was.
  reason text not null,
  -- Files that were not compared.
  left_files text[] not null,
  -- Part of it that was given or that most share: 0 to 1.
  left_out real not null,
  is_cut boolean not null,
  -- The hand-in that is most similar to it.
  nearest_id uuid,
  highest real,
  constraint compared_programs_are_once unique nulls not distinct (hand_in_id, language_id),
  constraint compared_programs_reason_is_known
    check (reason in ('', 'no_program', 'too_short', 'unreadable', 'too_many'))
);

create index compared_programs_of_assignment on compared_programs (assignment_id);

create table similar_pairs (
  assignment_id uuid not null constraint similar_pairs_assignment_id_fkey references comparisons,
  one_id uuid not null constraint similar_pairs_one_id_fkey references hand_ins,
  other_id uuid not null constraint similar_pairs_other_id_fkey references hand_ins,
  language_id smallint not null,
  similarity real not null,
  part_of_one real not null,
  part_of_other real not null,
  shared_lines integer not null,
  longest_lines integer not null,
  -- From and to in the text of the first, then of the second.
  fragments jsonb not null,
  constraint similar_pairs_pkey primary key (one_id, other_id, language_id)
);

create index similar_pairs_of_assignment on similar_pairs (assignment_id, similarity desc);

create index hand_ins_to_mark on hand_ins (handed_in_at, id) where is_last and marks is null;
