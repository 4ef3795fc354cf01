import { ROLE_ADMIN, ROLE_STUDENT } from '@vlabs/contract/endpoint';
import type { Pool } from 'pg';
import { seedDemoAssignments } from './assignments/demo/demo-assignments.ts';
import { seedDemoAttempts } from './attempts/demo-attempts.ts';
import { closeDemoAccounts, openDemoAccounts } from './auth/demo-accounts.service.ts';
import { seedDemoNews } from './news/demo-news.ts';
import { addDemoStudents } from './students/demo-students.ts';
import { inTransaction } from './platform/postgres/database.ts';
import { seedDemoQuizzes } from './quizzes/demo-quizzes.ts';

const FIRST_ROLL_NUMBER = 2_105_001;

/** The first has the demo student's account; the others are on the list and have no password. */
const studentNames = [
  'Aarav Sharma',
  'Ananya Mohanty',
  'Rohan Das',
  'Ishita Banerjee',
  'Arjun Nair',
  'Priya Patnaik',
  'Vikram Singh',
  'Sneha Mishra',
  'Aditya Rao',
  'Kavya Iyer',
  'Siddharth Jena',
  'Meera Krishnan',
  'Karan Malhotra',
  'Pooja Sahoo',
  'Rahul Verma',
  'Diya Chatterjee',
  'Harsh Agarwal',
  'Nandini Reddy',
  'Soumya Ranjan Behera',
  'Tanvi Deshpande',
  'Abhishek Pradhan',
  'Riya Sen',
  'Manish Kumar',
  'Shreya Ghosh',
  'Yash Gupta',
  'Lipsa Panda',
  'Nikhil Joshi',
  'Fatima Khan',
  'Debasish Swain',
  'Anjali Menon',
  'Imran Sheikh',
  'Neha Tripathi',
  'Saurav Mukherjee',
  'Divya Pillai',
  'Gaurav Tiwari',
  'Aditi Kulkarni',
  'Bibhuti Nayak',
  'Simran Kaur',
  'Joseph Mathew',
  'Ritika Sinha',
];

/**
 * Makes the demo's people, or brings them back. Doing it again changes nothing.
 * @returns false where the installation has an admin of its own: the demo is closed then, and nothing is made.
 */
export async function seedDemo(pool: Pool): Promise<boolean> {
  const students = studentNames.map(demoStudent);
  if (!(await openDemoAccounts(pool, [demoAdmin, ...students]))) return false;
  await addDemoStudents(pool, students);
  await seedDemoAssignments(pool, new Date());
  await seedDemoQuizzes(pool, demoAdmin.id);
  await seedDemoAttempts(pool);
  await seedDemoNews(pool);
  return true;
}

/** After this no account and no session of the demo works, on any server. */
export function closeDemo(pool: Pool): Promise<void> {
  return inTransaction(pool, closeDemoAccounts);
}

const demoAdmin = {
  id: 'admin',
  name: 'Lab Assistant',
  email: 'admin@example.edu',
  role: ROLE_ADMIN,
};

function demoStudent(name: string, index: number) {
  const id = String(FIRST_ROLL_NUMBER + index);
  return { id, name, email: `${id}@example.edu`, role: ROLE_STUDENT };
}
