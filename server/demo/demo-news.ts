import type { NewsText } from '@vlabs/contract/news/news';
import type { Pool } from 'pg';
import { inTransaction } from '../platform/postgres/database.ts';
import { hadNews, insertNews, lockNews } from '../news/news.queries.ts';

/** The three items on the home page of the specification's demo institution, newest first. */
const demoNews: NewsText[] = [
  {
    title: 'Programming labs move to one shared online workspace',
    desc: 'From this semester every programming laboratory of the School of Computer Engineering is held in V-labs. Students write, run and hand in their programs in C, C++, Java and Python from any browser, in the lab or at home, and find the same files and the same compilers in both places. Lab hours stay as they are in the timetable: an assistant is in the room for questions, and attendance is taken there. Work that was begun on a lab computer before the change can be copied into the workspace until the end of the month; after that the old accounts are closed. Those who have no computer of their own can use the open labs in Campus 15 on working days until nine in the evening.',
    postedDate: '2026-11-16',
    url: 'https://kiit.ac.in/',
  },
  {
    title: 'Mid-semester tests: timetable and rules for timed quizzes',
    desc: 'The mid-semester tests in data structures, operating systems and database systems are written as timed quizzes in the first two weeks of December. Each quiz opens and closes at the times shown under Tests, in Indian Standard Time. Answers are saved while you work, so a lost connection costs no marks; sign in again and go on. Please check the evening before that you can sign in, and report clashes with other tests to your class coordinator by 27 November.',
    postedDate: '2026-11-12',
    url: 'https://kiit.ac.in/academics/',
  },
  {
    title: 'Twelve teams reach the final of the campus coding contest',
    desc: 'Of 184 teams that entered the autumn coding contest, twelve have reached the final, which takes place on Saturday 5 December in the central library auditorium. Eight problems are to be solved in four hours. The final is open to spectators, the problems and the best solutions are discussed afterwards, and first-year students are especially welcome: a beginners’ round with easier problems runs at the same time in the seminar hall next door.',
    postedDate: '2026-11-09',
    url: 'https://kiit.ac.in/news/',
  },
];

/** Adds the demo's news once. Deleted items do not come back. */
export function seedDemoNews(pool: Pool): Promise<void> {
  return inTransaction(pool, async (db) => {
    await lockNews(db);
    if (await hadNews(db)) return;
    for (const item of demoNews) await insertNews(db, item, true);
  });
}
