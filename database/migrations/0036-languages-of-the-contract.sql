-- Which languages there are is said in contract/languages.ts, so that a new one needs no migration.
alter table program_drafts
  drop constraint program_drafts_part_is_known,
  add constraint program_drafts_part_is_known check (part = 'inputs' or part ~ '^[1-9][0-9]{0,4}$');
alter table program_versions
  drop constraint program_versions_language_is_known,
  add constraint program_versions_language_is_a_number check (language_id > 0);
alter table assignments
  drop constraint assignments_language_is_known,
  add constraint assignments_language_is_a_number check (language_id > 0);
alter table hand_ins
  drop constraint hand_ins_language_is_known,
  add constraint hand_ins_language_is_a_number check (language_id > 0);
