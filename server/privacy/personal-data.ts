import type { RetentionRule } from '@vlabs/contract/privacy/retention';

/** The parts of a person's data download; each is a file, and `files` a folder. */
export type Area =
  | 'profile'
  | 'sessions'
  | 'sign-on'
  | 'classes'
  | 'drafts'
  | 'versions'
  | 'runs'
  | 'hand-ins'
  | 'records'
  | 'attempts'
  | 'timeline'
  | 'notices'
  | 'requests'
  | 'files';

/**
 * How personal data in a column ends: deleted by a rule, replaced by a placeholder or emptied on erasure, deleted
 * with the person or soon by itself, or kept, and why.
 *
 * The statements of what is `replaced` are made from this description: a column has the person's id, or is a list of
 * roll numbers. What ends by a rule or soon is replaced as well if it says so. `moved` and `emptied` columns have an
 * eraser in their feature, because more than the column changes.
 */
export type End =
  | { by: RetentionRule; isReplaced?: true }
  | 'replaced'
  | 'replaced in the list'
  | { moved: string }
  | 'emptied'
  | 'deleted with the person'
  | { soon: string; isReplaced?: true }
  | { stays: string };

/** A column with personal data: its meaning, its part of the download or the reason for none, and how it ends. */
type Held = { is: string; ends: End } & ({ in: Area } | { notGivenSince: string });

const ACT_AT_WORK = 'The acting staff member, in a row about the work.';
const NO_PERSON = 'Identifies no person.';
const COUNTER = 'A counter of a few minutes, not a record about the person.';
const BY_THE_STAFF = 'The audit log is evidence and names others; the campus answers requests.';
const AUDIENCE = 'The audience of work, which the person sees in their lists.';

const SENT = 'The person has the mail; its text is not kept.';
const SIGN_IN_SECRET = 'A secret of the sign-in; the Account page says whether there is one.';
const HASH_OF_DEVICE = 'A hash, from which nobody reads a device; the sessions are given.';
const OF_A_DEVICE: End = { soon: 'Deleted 90 days after its last use, and with the person.' };
const OF_A_LINK: End = { soon: 'Deleted after two days, and with the person.' };
const OF_A_MAIL: End = { soon: 'Deleted 30 days after it was written, and with the person.' };

const WITH_PERSON = 'deleted with the person';
const OF_NOBODY: End = { stays: 'Identifies no person.' };
const OF_THE_ACCOUNT: End = { stays: 'Identifies nobody without a name.' };
const OF_THE_FIGURES: End = { stays: 'Used by statistics, and shared by many people.' };
const SESSION: End = {
  soon: 'A session ends seven days after its last use, and with its account.',
};
const COUNTED: End = { soon: 'Deleted when it no longer counts.' };
const OF_WORK: End = { by: 'work', isReplaced: true };
const COUNTED_OUT: End = { soon: 'Deleted with the bytes of the file.', isReplaced: true };

const given = (area: Area, is: string, ends: End): Held => ({ is, in: area, ends });
const kept = (is: string, notGivenSince: string, ends: End): Held => ({ is, notGivenSince, ends });
const COMPARED = kept('Student of a compared program.', 'The program itself is given.', OF_WORK);

/** Every column that identifies or describes a person, by table. A test compares it with the tables. */
export const personalData: Record<string, Record<string, Held>> = {
  people: {
    id: given('profile', 'The roll number.', { moved: 'A placeholder takes over the account.' }),
    name: given('profile', 'The name.', { moved: 'A placeholder takes over the account.' }),
    email: given('profile', 'The email address.', WITH_PERSON),
    email_verified_at: given('profile', 'Time at which the address was confirmed.', WITH_PERSON),
    email_refused_at: given(
      'profile',
      'Time at which a mail server refused the address.',
      WITH_PERSON,
    ),
    role: given('profile', 'Student or admin.', OF_THE_ACCOUNT),
    is_guest: given('profile', 'Not confirmed yet.', OF_THE_ACCOUNT),
    is_staff: given('profile', 'An admin limited to classes.', OF_THE_ACCOUNT),
    is_demo: kept(
      'Made for the demo.',
      'Describes how the account was created, not the person.',
      OF_THE_ACCOUNT,
    ),
    is_break_glass: kept(
      'The admin who needs no second step.',
      'Describes how the account is used, not the person.',
      OF_THE_ACCOUNT,
    ),
    password_hash: kept('The password.', 'A copy would allow guessing the password.', 'emptied'),
    created_at: given('profile', 'Time of listing or registration.', OF_THE_ACCOUNT),
    registered_at: given('profile', 'Time of registration.', OF_THE_ACCOUNT),
    disabled_at: kept(
      'Time of disabling.',
      'Only people with an enabled account can download.',
      OF_THE_ACCOUNT,
    ),
    erased_at: kept('Time of erasure.', 'Erased people cannot download.', OF_NOBODY),
  },
  students: {
    person_id: given('profile', 'Person of the record.', {
      moved: 'The rest of the record is emptied.',
    }),
    course: given('profile', 'The course.', OF_THE_FIGURES),
    mobile: given('profile', 'The mobile number.', 'emptied'),
    mentor_name: given('profile', 'The name of the mentor.', 'emptied'),
    mentor_email: given('profile', 'The email address of the mentor.', 'emptied'),
    department: given('profile', 'The department.', OF_THE_FIGURES),
    parent_mobile: given('profile', 'The mobile number of a parent.', 'emptied'),
    graduation_year: given('profile', 'The year of graduation.', OF_THE_FIGURES),
    other: given('profile', 'Other columns of the list.', 'emptied'),
    updated_at: given('profile', 'Last update from a list.', OF_THE_ACCOUNT),
    last_name: given('profile', 'The last name.', 'emptied'),
  },
  classes: { created_by: kept('Creator of the class.', ACT_AT_WORK, 'replaced') },
  class_members: {
    person_id: given('classes', 'Member of the class.', { moved: 'Its sections refer to it.' }),
  },
  member_sections: {
    person_id: given('classes', 'Member of the section.', { moved: 'With the membership.' }),
  },
  sessions: {
    person_id: given('sessions', 'Signed-in person.', SESSION),
    address: given('sessions', 'Network address.', SESSION),
    browser: given('sessions', 'Browser.', SESSION),
  },
  login_failures: {
    person_id: kept('Person of a failed sign-in.', COUNTER, COUNTED),
    network: kept('Network of a failed sign-in.', COUNTER, COUNTED),
  },
  registration_tries: {
    person_id: kept('Person of a failed registration.', COUNTER, COUNTED),
    network: kept('Network of a failed registration.', COUNTER, COUNTED),
  },
  registration_codes: {
    person_id: kept(
      'Person who may register with the code.',
      'Deleted on registration.',
      WITH_PERSON,
    ),
  },
  person_devices: {
    person_id: kept('Person who signed in.', HASH_OF_DEVICE, OF_A_DEVICE),
    device: kept('Hash of the browser and the network.', HASH_OF_DEVICE, OF_A_DEVICE),
  },
  mail_links: {
    person_id: kept('Recipient of a link.', SENT, OF_A_LINK),
    address: kept('Address of a link.', SENT, OF_A_LINK),
  },
  passkeys: {
    person_id: given('sessions', 'Owner of a passkey.', WITH_PERSON),
  },
  authenticators: {
    person_id: kept('Owner of an authenticator app.', SIGN_IN_SECRET, WITH_PERSON),
  },
  recovery_codes: {
    person_id: kept('Owner of recovery codes.', SIGN_IN_SECRET, WITH_PERSON),
  },
  challenges: {
    person_id: kept('Person who is asked for a passkey.', COUNTER, COUNTED),
    network: kept('Network that is asked for a passkey.', COUNTER, COUNTED),
  },
  reset_tries: { network: kept('Network that asked for a link.', COUNTER, COUNTED) },
  identities: {
    person_id: given('sign-on', 'Person linked with a provider.', WITH_PERSON),
    email: given('sign-on', 'Email address at the provider.', WITH_PERSON),
    linked_by: kept('Why the account was linked.', 'Given with the link.', WITH_PERSON),
  },
  hand_offs: {
    person_id: kept('Person who links or tries a provider.', COUNTER, COUNTED),
  },
  digests: {
    person_id: given('profile', 'Chose a daily mail with notices.', WITH_PERSON),
  },
  mails: {
    person_id: kept('Recipient of a mail.', SENT, OF_A_MAIL),
    address: kept('Address of a mail.', SENT, OF_A_MAIL),
  },
  runs: {
    owner: given('runs', 'Owner of the run.', { by: 'runs', isReplaced: true }),
    inputs: given('runs', 'Inputs of the program.', { by: 'runs' }),
    results: given('runs', 'Outputs of the program.', { by: 'runs' }),
  },
  record_texts: { person_id: given('records', 'Author of texts for a lab record.', OF_WORK) },
  record_outputs: {
    person_id: kept(
      'Student of a printed program.',
      'Made from the program, which is given.',
      OF_WORK,
    ),
  },
  program_drafts: {
    person_id: given('drafts', 'Author.', { by: 'programs' }),
    device: kept('Browser that saved it.', 'A random name that distinguishes browsers.', {
      by: 'programs',
    }),
  },
  program_versions: { person_id: given('versions', 'Author.', { by: 'programs' }) },
  program_paces: { person_id: kept('Person of the counter.', COUNTER, WITH_PERSON) },
  student_imports: {
    person_id: kept('Admin who uploaded the list.', ACT_AT_WORK, 'replaced'),
    problems: kept('People on invalid lines.', 'Belongs to the list.', 'emptied'),
  },
  student_import_parts: {
    listed: kept('People on a previewed list.', 'Belongs to the list.', {
      soon: 'Deleted when the list is imported, or a day old.',
    }),
  },
  quizzes: {
    created_by: kept('Creator of the quiz.', ACT_AT_WORK, 'replaced'),
    for_roll_numbers: kept('Audience of the quiz.', AUDIENCE, 'replaced in the list'),
  },
  quiz_drafts: {
    created_by: kept('Author of the draft.', ACT_AT_WORK, 'replaced'),
    content: kept('Audience of the draft, among its texts.', AUDIENCE, {
      moved: 'Its audience names roll numbers as they were typed.',
    }),
  },
  attempts: {
    person_id: given('attempts', 'Student of the attempt.', {
      moved: 'The order of its questions is stored first.',
    }),
    submitted_by: kept('Student, server or admin.', NO_PERSON, OF_NOBODY),
  },
  judgements: {
    person_id: kept(
      'Student of the judged program.',
      'The program and the score are given; the test cases are the teacher’s.',
      { moved: 'With its attempt.' },
    ),
  },
  writing: {
    person_id: kept(
      'Student who typed a program in a test.',
      'Evidence of how it was typed; the program itself is given.',
      { by: 'work' },
    ),
  },
  attempt_steps: {
    person_id: given('timeline', 'Student of the attempt.', { by: 'work' }),
    by: given('timeline', 'Actor; other people are not named.', { by: 'work' }),
    address: given('timeline', 'Network address of the person.', { by: 'work' }),
    browser: given('timeline', 'Browser of the person.', { by: 'work' }),
    details: given('timeline', 'What happened, such as the page that was left.', { by: 'work' }),
  },
  extensions: {
    target: kept('Recipient of extra time.', 'Contained in the deadline of the attempt.', {
      moved: 'It names the person as a group.',
    }),
    granted_by: kept('Granted by.', ACT_AT_WORK, 'replaced'),
  },
  archived_people: {
    person_id: kept(
      'Person whom the archives of a test name by a number.',
      'The answers, the receipt and the timeline are given.',
      { moved: 'The archive is made again without the person.' },
    ),
  },
  announcements: { announced_by: kept('Announced by.', ACT_AT_WORK, 'replaced') },
  key_corrections: { corrected_by: kept('Corrected by.', ACT_AT_WORK, 'replaced') },
  assignments: {
    created_by: kept('Creator of the assignment.', ACT_AT_WORK, 'replaced'),
    for_roll_numbers: kept('Audience of the assignment.', AUDIENCE, 'replaced in the list'),
  },
  hand_ins: {
    student_id: given('hand-ins', 'Student of the hand-in.', 'replaced'),
    marked_by: given('hand-ins', 'Name of the marker, as students see it.', 'replaced'),
  },
  comparisons: { asked_by: kept('Requested by.', ACT_AT_WORK, 'replaced') },
  compared_programs: { person_id: COMPARED },
  similar_pairs: { one_person_id: COMPARED, other_person_id: COMPARED },
  files: { owner_id: given('files', 'Owner of the file.', OF_WORK) },
  file_tombstones: {
    owner_id: kept(
      'Owner of the deleted file.',
      'The file is deleted, and the row soon.',
      COUNTED_OUT,
    ),
  },
  bank_questions: {
    created_by: kept('Creator of the question.', ACT_AT_WORK, 'replaced'),
    owner_id: kept('Owner of the question.', ACT_AT_WORK, 'replaced'),
  },
  work_audience: {
    group_name: kept('Audience of the work.', AUDIENCE, {
      moved: 'It names the person as a group.',
    }),
  },
  work_changes: {
    for_roll_numbers: kept('Audience of the change.', AUDIENCE, 'replaced in the list'),
    groups: kept('Audience of the change.', AUDIENCE, { moved: 'Follows from the audience.' }),
  },
  notice_reads: { person_id: given('notices', 'Reader of the notice.', WITH_PERSON) },
  data_notice_reads: {
    person_id: kept(
      'Reader of the data notice.',
      'The person confirmed it, and can see version and time.',
      WITH_PERSON,
    ),
  },
  calendar_links: {
    person_id: kept(
      'Owner of the calendar link.',
      'The link is a secret that is not stored.',
      WITH_PERSON,
    ),
  },
  audit_lines: {
    by: kept('Staff member who acted.', BY_THE_STAFF, { by: 'log' }),
    person_id: kept('Person concerned.', BY_THE_STAFF, { by: 'log' }),
    address: kept('Network address of the actor.', BY_THE_STAFF, { by: 'log' }),
    browser: kept('Browser of the actor.', BY_THE_STAFF, { by: 'log' }),
    details: kept('People that an act is about.', BY_THE_STAFF, { by: 'log' }),
  },
  retention_rules: { set_by: kept('Set by.', ACT_AT_WORK, 'replaced') },
  erasure_holds: {
    person_id: kept(
      'Person on hold.',
      'May be part of a dispute; the campus answers requests.',
      WITH_PERSON,
    ),
    set_by: kept('Set by.', ACT_AT_WORK, 'replaced'),
  },
  my_data_downloads: { person_id: kept('Person of the counter.', COUNTER, WITH_PERSON) },
  data_requests: {
    person_id: given('requests', 'Requested by.', WITH_PERSON),
    answered_by: kept('Answered by.', ACT_AT_WORK, 'replaced'),
  },
  erasure_passes: {
    after_person: kept('Last person examined by an erasure pass.', 'The position of the pass.', {
      soon: 'Emptied after the step of the pass.',
    }),
  },
  erasures: {
    person_id: kept('Person to be erased.', 'Shown among the notices.', WITH_PERSON),
    asked_by: kept('Requested by.', ACT_AT_WORK, 'replaced'),
  },
};

/** The JSON columns without personal data, and what they have instead. */
export const impersonalJson: Record<string, string> = {
  'providers.settings': 'How a provider is reached.',
  'student_imports.how': 'How the list is imported.',
  'column_matches.column_match': 'The columns of a kind of list.',
  'lab_records.settings': 'Experiments, and titles of those who sign.',
  'marks_sheets.arrangement': 'Names of groups, weights and headings.',
  'bank_questions.body': 'The texts of a question.',
  'bank_questions.key': 'The answers of a question.',
  'quiz_questions.variants': 'The texts of a question.',
  'quiz_questions.body': 'The texts of a question.',
  'quiz_questions.key': 'The answers of a question.',
  'runs.limits': 'The limits of each execution.',
  'attempts.paper': 'The order of questions and options.',
  'attempts.kept_shares': 'Shares of points by question.',
  'hand_in_tests.results': 'Outputs of a program, in a row that names its hand-in alone.',
  'judgements.report': 'Outputs of a program on the test cases.',
  'similar_pairs.fragments': 'Positions in two programs.',
  'archives.changed': 'Numbers of attempts that changed.',
  'key_corrections.before': 'The key of a question.',
  'key_corrections.after': 'The key of a question.',
  'erasure_passes.counts': 'Numbers of rows.',
};

/** The columns in which erasure replaces a person by the placeholder. */
export const replacedColumns = Object.entries(personalData).flatMap(([table, columns]) =>
  Object.entries(columns).flatMap(([column, { ends }]) => {
    const isList = ends === 'replaced in the list';
    const isReplaced =
      isList || ends === 'replaced' || (typeof ends === 'object' && 'isReplaced' in ends);
    return isReplaced ? [{ table, column, isList }] : [];
  }),
);
