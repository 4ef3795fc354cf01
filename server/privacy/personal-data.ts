/** The parts of what a person gets as their own data; each is a file in it, and `files` a folder. */
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
  | 'files';

/** What a column says of a person: what it is, and in which part the person gets it, or why in none. */
type Held = { is: string } & ({ in: Area } | { notGivenSince: string });

const ACT_AT_WORK = 'It is who of the staff did it, in a row about the work.';
const NO_PERSON = 'It names no person.';
const COUNTER = 'It counts for some minutes what somebody sends, and is no record of them.';
const BY_THE_STAFF =
  'The audit log is evidence of what the staff did, and its lines name others; the campus answers who asks.';
const AUDIENCE = 'It says for whom work is, and the person has that work in their lists.';

const given = (area: Area, is: string): Held => ({ is, in: area });
const kept = (is: string, notGivenSince: string): Held => ({ is, notGivenSince });

/** Every column that names or describes a person, by its table. A test holds it to the tables. */
export const personalData: Record<string, Record<string, Held>> = {
  people: {
    id: given('profile', 'The roll number.'),
    name: given('profile', 'The name.'),
    email: given('profile', 'The email address.'),
    role: given('profile', 'Student or admin.'),
    is_guest: given('profile', 'Confirmed by nobody.'),
    is_staff: given('profile', 'An admin of classes alone.'),
    is_demo: kept('Made for the demo.', 'It says how the account was made, not who has it.'),
    password_hash: kept('The password.', 'Who has a copy of it may guess the password.'),
    created_at: given('profile', 'When the person was listed or registered.'),
    registered_at: given('profile', 'When the person registered.'),
    disabled_at: kept('When the account was closed.', 'Who is given anything has an open account.'),
  },
  students: {
    person_id: given('profile', 'Whose line of the list it is.'),
    course: given('profile', 'The course.'),
    mobile: given('profile', 'The mobile number.'),
    mentor_name: given('profile', 'The name of the mentor.'),
    mentor_email: given('profile', 'The email address of the mentor.'),
    department: given('profile', 'The department.'),
    parent_mobile: given('profile', 'The mobile number of a parent.'),
    graduation_year: given('profile', 'The year of graduation.'),
    other: given('profile', 'Other columns of the list.'),
    updated_at: given('profile', 'When the list said so last.'),
    last_name: given('profile', 'The last name.'),
  },
  classes: { created_by: kept('Who made the class.', ACT_AT_WORK) },
  class_members: { person_id: given('classes', 'Who is in the class.') },
  member_sections: { person_id: given('classes', 'Who is in the section.') },
  sessions: {
    person_id: given('sessions', 'Who is signed in.'),
    address: given('sessions', 'From where.'),
    browser: given('sessions', 'With which browser.'),
  },
  login_failures: {
    person_id: kept('For whom somebody tried to sign in.', COUNTER),
    network: kept('From where somebody tried to sign in.', COUNTER),
  },
  registration_tries: {
    person_id: kept('For whom somebody tried to register.', COUNTER),
    network: kept('From where somebody tried to register.', COUNTER),
  },
  registration_codes: {
    person_id: kept('Who may register by the code.', 'Who has registered has none any more.'),
  },
  runs: { owner: given('runs', 'Whose program was run.') },
  program_drafts: {
    person_id: given('drafts', 'Who typed it.'),
    device: kept('Which browser saved it.', 'A random name that tells two open pages apart.'),
  },
  program_versions: { person_id: given('versions', 'Who saved it.') },
  program_paces: { person_id: kept('Who saves so much.', COUNTER) },
  student_imports: { person_id: kept('Which admin brought the list.', ACT_AT_WORK) },
  quizzes: {
    created_by: kept('Who made the quiz.', ACT_AT_WORK),
    for_roll_numbers: kept('For whom the quiz is.', AUDIENCE),
  },
  quiz_drafts: { created_by: kept('Who writes the quiz.', ACT_AT_WORK) },
  attempts: {
    person_id: given('attempts', 'Who sits the quiz.'),
    submitted_by: kept('Student, server or admin.', NO_PERSON),
  },
  attempt_steps: {
    person_id: given('timeline', 'Whose attempt it is.'),
    by: given('timeline', 'Who did it; another than the person is not named.'),
    address: given('timeline', 'From where, if it was the person.'),
    browser: given('timeline', 'With which browser, if it was the person.'),
  },
  extensions: {
    target: kept('Who is given more time.', 'The deadline of the attempt holds it.'),
    granted_by: kept('Who gave it.', ACT_AT_WORK),
  },
  announcements: { announced_by: kept('Who told it.', ACT_AT_WORK) },
  key_corrections: { corrected_by: kept('Who corrected the key.', ACT_AT_WORK) },
  assignments: {
    created_by: kept('Who made the assignment.', ACT_AT_WORK),
    for_roll_numbers: kept('For whom the assignment is.', AUDIENCE),
  },
  hand_ins: {
    student_id: given('hand-ins', 'Who handed it in.'),
    marked_by: given('hand-ins', 'Who gave the marks, by name, as the student is shown.'),
  },
  comparisons: { asked_by: kept('Who compared the programs.', ACT_AT_WORK) },
  files: { owner_id: given('files', 'Who handed in the file.') },
  file_tombstones: {
    owner_id: kept('Whose the deleted file was.', 'The file is deleted, and this line soon.'),
  },
  bank_questions: {
    created_by: kept('Who brought in the question.', ACT_AT_WORK),
    owner_id: kept('Who may change the question.', ACT_AT_WORK),
  },
  work_audience: { group_name: kept('Who has the work.', AUDIENCE) },
  work_changes: {
    for_roll_numbers: kept('Whom the change concerns.', AUDIENCE),
    groups: kept('Whom the change concerns.', AUDIENCE),
  },
  notice_reads: { person_id: given('notices', 'Who has read the notice.') },
  data_notice_reads: {
    person_id: kept(
      'Who has read the data notice.',
      'The person has said so, and the server tells which version and when.',
    ),
  },
  calendar_links: {
    person_id: kept('Who has a calendar address.', 'The address is a secret that is kept nowhere.'),
  },
  audit_lines: {
    by: kept('Who of the staff did it.', BY_THE_STAFF),
    person_id: kept('Whom it concerned.', BY_THE_STAFF),
    address: kept('From where it was done.', BY_THE_STAFF),
    browser: kept('With which browser it was done.', BY_THE_STAFF),
  },
};
