/** A heading with a paragraph, a list or both. */
interface Part {
  heading: string;
  text?: string;
  items?: readonly string[];
}

interface DataNotice {
  /** Grows by one with every change of the parts, so that everybody is shown the new text. */
  version: number;
  /** The day since which it holds. */
  since: string;
  parts: readonly Part[];
}

/** What the product keeps about a person: the Policy page shows it, and each version is shown to everybody once. */
export const dataNotice: DataNotice = {
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
