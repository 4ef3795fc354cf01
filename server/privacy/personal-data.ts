import type { RetentionRule } from '@vlabs/contract/people/retention';

/** The parts of a person's data download; each is a file, and `files` a folder. */
export type Area =
  | 'profile'
  | 'sessions'
  | 'classes'
  | 'drafts'
  | 'versions'
  | 'runs'
  | 'hand-ins'
  | 'attempts'
  | 'timeline'
  | 'notices'
  | 'requests'
  | 'files';

/**
 * How personal data in a column ends: deleted by a rule, replaced by a placeholder or emptied on erasure, deleted
 * with the person or soon by itself, or kept, and why.
 */
export type End =
  | { by: RetentionRule }
  | 'replaced'
  | 'emptied'
  | 'deleted with the person'
  | { soon: string }
  | { stays: string };

/** A column with personal data: its meaning, its part of the download or the reason for none, and how it ends. */
type Held = { is: string; ends: End } & ({ in: Area } | { notGivenSince: string });

const ACT_AT_WORK = 'It is who of the staff did it, in a row about the work.';
const NO_PERSON = 'It names no person.';
const COUNTER = 'It counts for some minutes what somebody sends, and is no record of them.';
const BY_THE_STAFF =
  'The audit log is evidence of what the staff did, and its lines name others; the campus answers who asks.';
const AUDIENCE = 'It says for whom work is, and the person has that work in their lists.';

const WITH_PERSON = 'deleted with the person';
const OF_NOBODY: End = { stays: 'It names no person.' };
const OF_THE_ACCOUNT: End = { stays: 'Without a name it tells of nobody.' };
const OF_THE_FIGURES: End = { stays: 'Figures of classes count by it, and it fits many.' };
const SESSION: End = {
  soon: 'A session ends seven days after it was used last, and with its account.',
};
const COUNTED: End = { soon: 'It is deleted when it no longer counts.' };
const COUNTED_OUT: End = { soon: 'It goes with the bytes of the file.' };

const given = (area: Area, is: string, ends: End): Held => ({ is, in: area, ends });
const kept = (is: string, notGivenSince: string, ends: End): Held => ({ is, notGivenSince, ends });

/** Every column that identifies or describes a person, by table. A test compares it with the tables. */
export const personalData: Record<string, Record<string, Held>> = {
  people: {
    id: given('profile', 'The roll number.', 'replaced'),
    name: given('profile', 'The name.', 'replaced'),
    email: given('profile', 'The email address.', 'emptied'),
    role: given('profile', 'Student or admin.', OF_THE_ACCOUNT),
    is_guest: given('profile', 'Confirmed by nobody.', OF_THE_ACCOUNT),
    is_staff: given('profile', 'An admin of classes alone.', OF_THE_ACCOUNT),
    is_demo: kept(
      'Made for the demo.',
      'It says how the account was made, not who has it.',
      OF_THE_ACCOUNT,
    ),
    password_hash: kept('The password.', 'Who has a copy of it may guess the password.', 'emptied'),
    created_at: given('profile', 'When the person was listed or registered.', OF_THE_ACCOUNT),
    registered_at: given('profile', 'When the person registered.', OF_THE_ACCOUNT),
    disabled_at: kept(
      'When the account was closed.',
      'Who is given anything has an open account.',
      OF_THE_ACCOUNT,
    ),
    erased_at: kept('When the person was erased.', 'Who is erased is given nothing.', OF_NOBODY),
  },
  students: {
    person_id: given('profile', 'Whose line of the list it is.', 'replaced'),
    course: given('profile', 'The course.', OF_THE_FIGURES),
    mobile: given('profile', 'The mobile number.', 'emptied'),
    mentor_name: given('profile', 'The name of the mentor.', 'emptied'),
    mentor_email: given('profile', 'The email address of the mentor.', 'emptied'),
    department: given('profile', 'The department.', OF_THE_FIGURES),
    parent_mobile: given('profile', 'The mobile number of a parent.', 'emptied'),
    graduation_year: given('profile', 'The year of graduation.', OF_THE_FIGURES),
    other: given('profile', 'Other columns of the list.', 'emptied'),
    updated_at: given('profile', 'When the list said so last.', OF_THE_ACCOUNT),
    last_name: given('profile', 'The last name.', 'emptied'),
  },
  classes: { created_by: kept('Who made the class.', ACT_AT_WORK, 'replaced') },
  class_members: { person_id: given('classes', 'Who is in the class.', 'replaced') },
  member_sections: { person_id: given('classes', 'Who is in the section.', 'replaced') },
  sessions: {
    person_id: given('sessions', 'Who is signed in.', SESSION),
    address: given('sessions', 'From where.', SESSION),
    browser: given('sessions', 'With which browser.', SESSION),
  },
  login_failures: {
    person_id: kept('For whom somebody tried to sign in.', COUNTER, COUNTED),
    network: kept('From where somebody tried to sign in.', COUNTER, COUNTED),
  },
  registration_tries: {
    person_id: kept('For whom somebody tried to register.', COUNTER, COUNTED),
    network: kept('From where somebody tried to register.', COUNTER, COUNTED),
  },
  registration_codes: {
    person_id: kept(
      'Who may register by the code.',
      'Who has registered has none any more.',
      WITH_PERSON,
    ),
  },
  runs: { owner: given('runs', 'Whose program was run.', { by: 'runs' }) },
  program_drafts: {
    person_id: given('drafts', 'Who typed it.', { by: 'programs' }),
    device: kept('Which browser saved it.', 'A random name that tells two open pages apart.', {
      by: 'programs',
    }),
  },
  program_versions: { person_id: given('versions', 'Who saved it.', { by: 'programs' }) },
  program_paces: { person_id: kept('Who saves so much.', COUNTER, WITH_PERSON) },
  student_imports: {
    person_id: kept('Which admin brought the list.', ACT_AT_WORK, 'replaced'),
    problems: kept('Whom lines at fault named.', 'It is about the list.', 'emptied'),
  },
  quizzes: {
    created_by: kept('Who made the quiz.', ACT_AT_WORK, 'replaced'),
    for_roll_numbers: kept('For whom the quiz is.', AUDIENCE, 'replaced'),
  },
  quiz_drafts: { created_by: kept('Who writes the quiz.', ACT_AT_WORK, 'replaced') },
  attempts: {
    person_id: given('attempts', 'Who sits the quiz.', 'replaced'),
    submitted_by: kept('Student, server or admin.', NO_PERSON, OF_NOBODY),
  },
  attempt_steps: {
    person_id: given('timeline', 'Whose attempt it is.', { by: 'work' }),
    by: given('timeline', 'Who did it; another than the person is not named.', { by: 'work' }),
    address: given('timeline', 'From where, if it was the person.', { by: 'work' }),
    browser: given('timeline', 'With which browser, if it was the person.', { by: 'work' }),
  },
  extensions: {
    target: kept('Who is given more time.', 'The deadline of the attempt holds it.', 'replaced'),
    granted_by: kept('Who gave it.', ACT_AT_WORK, 'replaced'),
  },
  announcements: { announced_by: kept('Who told it.', ACT_AT_WORK, 'replaced') },
  key_corrections: { corrected_by: kept('Who corrected the key.', ACT_AT_WORK, 'replaced') },
  assignments: {
    created_by: kept('Who made the assignment.', ACT_AT_WORK, 'replaced'),
    for_roll_numbers: kept('For whom the assignment is.', AUDIENCE, 'replaced'),
  },
  hand_ins: {
    student_id: given('hand-ins', 'Who handed it in.', 'replaced'),
    marked_by: given(
      'hand-ins',
      'Who gave the marks, by name, as the student is shown.',
      'replaced',
    ),
  },
  comparisons: { asked_by: kept('Who compared the programs.', ACT_AT_WORK, 'replaced') },
  files: { owner_id: given('files', 'Who handed in the file.', { by: 'work' }) },
  file_tombstones: {
    owner_id: kept(
      'Whose the deleted file was.',
      'The file is deleted, and this line soon.',
      COUNTED_OUT,
    ),
  },
  bank_questions: {
    created_by: kept('Who brought in the question.', ACT_AT_WORK, 'replaced'),
    owner_id: kept('Who may change the question.', ACT_AT_WORK, 'replaced'),
  },
  work_audience: { group_name: kept('Who has the work.', AUDIENCE, 'replaced') },
  work_changes: {
    for_roll_numbers: kept('Whom the change concerns.', AUDIENCE, 'replaced'),
    groups: kept('Whom the change concerns.', AUDIENCE, 'replaced'),
  },
  notice_reads: { person_id: given('notices', 'Who has read the notice.', WITH_PERSON) },
  data_notice_reads: {
    person_id: kept(
      'Who has read the data notice.',
      'The person has said so, and the server tells which version and when.',
      WITH_PERSON,
    ),
  },
  calendar_links: {
    person_id: kept(
      'Who has a calendar address.',
      'The address is a secret that is kept nowhere.',
      WITH_PERSON,
    ),
  },
  audit_lines: {
    by: kept('Who of the staff did it.', BY_THE_STAFF, { by: 'log' }),
    person_id: kept('Whom it concerned.', BY_THE_STAFF, { by: 'log' }),
    address: kept('From where it was done.', BY_THE_STAFF, { by: 'log' }),
    browser: kept('With which browser it was done.', BY_THE_STAFF, { by: 'log' }),
  },
  retention_rules: { set_by: kept('Who set the period.', ACT_AT_WORK, 'replaced') },
  erasure_holds: {
    person_id: kept(
      'Of whom nothing is erased.',
      'It is about a dispute; the campus answers who asks.',
      WITH_PERSON,
    ),
    set_by: kept('Who set the hold.', ACT_AT_WORK, 'replaced'),
  },
  my_data_downloads: { person_id: kept('Who downloads their data.', COUNTER, WITH_PERSON) },
  data_requests: {
    person_id: given('requests', 'Who asked.', WITH_PERSON),
    answered_by: kept('Who answered.', ACT_AT_WORK, 'replaced'),
  },
  erasure_passes: {
    after_person: kept(
      'Who was looked at last by a pass of the erasure.',
      'It is where the pass is.',
      { soon: 'It is emptied with the step of the pass.' },
    ),
  },
  erasures: {
    person_id: kept('Who will be erased.', 'The person is told so among the notices.', WITH_PERSON),
    asked_by: kept('Which admin wants it.', ACT_AT_WORK, 'replaced'),
  },
};
