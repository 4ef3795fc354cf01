/** A heading with a paragraph, a list or both. */
interface Part {
  heading: string;
  text?: string;
  items?: readonly string[];
}

export interface DataNotice {
  /** From 1; every change of the parts is a new version, which is shown to everyone. */
  version: number;
  /** The day it takes effect. */
  since: string;
  parts: readonly Part[];
}

const first: DataNotice = {
  version: 1,
  since: '2026-11-23',
  parts: [
    {
      heading: 'What is kept',
      items: [
        'Your roll number, name, email address and, in a form that cannot be read back, your password.',
        'What the student list of the institution says about you, such as your course, and the classes you are in.',
        'The programs you write and run with their results, what you hand in with its marks, and your answers and scores in tests.',
        'What happened during a test and when, with the address and browser that it came from.',
        'When and from which address and browser you signed in, so that you can check and end your sessions.',
      ],
    },
    {
      heading: 'What it is kept for',
      text: 'To teach, to test and to mark, to settle questions about marks afterwards, and to keep the service safe.',
    },
    {
      heading: 'Who sees it',
      text: 'You see your own data. Admins, who are the teachers and lab assistants, see the work and the results of students. Who teaches or assists in a class without being an admin of the campus sees those of its students alone. Other students see nothing of yours.',
    },
    {
      heading: 'In your browser',
      text: 'V-labs stores your sign-in, your settings and unsaved work in this browser. It sets no cookies and loads nothing from other sites.',
    },
    {
      heading: 'Questions and corrections',
      text: 'To ask what is kept about you, or to have it corrected, write to the institution. The Contact page says how.',
    },
  ],
};

const second: DataNotice = {
  version: 2,
  since: '2026-11-23',
  parts: [
    ...first.parts.filter(({ heading }) => heading !== 'Questions and corrections'),
    {
      heading: 'How long it is kept',
      items: [
        'A session ends seven days after you used it last.',
        'The institution sets for how many months it keeps programs that you ran, what you handed in, records of tests, and the log of who did what. By law it is a year at least.',
        'After you have left, and after a period that the institution sets, your name, roll number, addresses and phone numbers are erased. You are told in your notices 48 hours before. Figures that name nobody stay.',
      ],
    },
    {
      heading: 'What you can ask for',
      text: 'Under Password and sessions you download what is kept about you, and ask to have it corrected or erased. You are answered within 30 days, on the same page. When an admin of the campus opens work of yours in a class, a line in a log says so.',
    },
    {
      heading: 'Questions and complaints',
      text: 'Write to the institution: the Contact page says how. Where its answer does not satisfy you, you may turn to the authority for data protection that is responsible for it.',
    },
  ],
};

/** What the product stores about a person, latest version last, as the Policy page shows it. */
export const dataNotices: readonly DataNotice[] = [first, second];

/** The current version. Each version is shown to everyone once. */
export const dataNotice = second;
