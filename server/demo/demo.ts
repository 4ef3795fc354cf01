import { ROLE_ADMIN, ROLE_STUDENT } from '@vlabs/contract/http/endpoint';
import type { Pool } from 'pg';
import { seedDemoAssignments } from './demo-assignments.ts';
import { seedDemoAttempts } from './demo-attempts.ts';
import { closeDemoAccounts, openDemoAccounts } from '../auth/demo-accounts.service.ts';
import { seedDemoNews } from './demo-news.ts';
import { addDemoStudents } from './demo-students.ts';
import { inTransaction } from '../platform/postgres/database.ts';
import { seedDemoQuizzes } from './demo-quizzes.ts';

const FIRST_ROLL_NUMBER = 2_105_001;

/** The first one is the demo student; the others are on the list without a password. */
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
 * Creates or restores the demo's people. Idempotent.
 * @returns false if the installation has its own admin; the demo is closed then
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

/** Afterwards no demo account or session works on any server. */
export function closeDemo(pool: Pool): Promise<boolean> {
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
