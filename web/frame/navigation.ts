import type { User } from '@vlabs/contract/auth/auth';
import { isAdmin } from '../platform/calls/session.ts';
import { isTeaching } from '../platform/calls/teaching.ts';

export interface NavigationLink {
  label: string;
  to: string;
  keepsState?: true;
}

const CLASSES = '/admin/dashboard/classes';
const home = { label: 'Home', to: '/' };

const forStudents: NavigationLink[] = [
  home,
  { label: 'Assignments', to: '/assignments' },
  { label: 'Tests', to: '/tests' },
  { label: 'Workspace', to: '/Workspace' },
];

const forAdmins: NavigationLink[] = [
  home,
  { label: 'Create Assignments', to: '/admin/create-assignment' },
  { label: 'Create Quiz', to: '/admin/create-quiz' },
];

const forVisitors: NavigationLink[] = [
  home,
  // Signing in leads to the page that was asked for, whichever way is taken between the two.
  { label: 'Login', to: '/login', keepsState: true },
  { label: 'Register', to: '/register', keepsState: true },
];

/** The top navigation by role. Staff who may not create work in any class are not offered it. */
export function topNavigation(user: User | null, writes: boolean): NavigationLink[] {
  if (user === null) return forVisitors;
  if (isTeaching) return [home];
  if (!isAdmin(user)) return forStudents;
  return writes ? forAdmins : [home];
}

/** Target of the Dashboard link in the account menu. */
export function dashboardPath(user: User): string {
  if (isTeaching) return CLASSES;
  return isAdmin(user) ? '/admin/dashboard/profile' : '/dashboard/user';
}

const profile = { label: 'Profile', to: '/admin/dashboard/profile' };
/** Assistants have no admin profile. */
export const adminMenu: NavigationLink[] = [
  ...(isTeaching ? [] : [profile]),
  { label: 'Students', to: '/admin/dashboard/students' },
  { label: 'View Quizzes', to: '/admin/dashboard/quizview' },
  { label: 'Assignments', to: '/admin/dashboard/assignments' },
  { label: 'Submissions', to: '/admin/dashboard/submissions' },
  { label: 'Performance', to: '/admin/dashboard/performance' },
  { label: 'Classes', to: CLASSES },
];

/** Side menu lists that can be limited to one class. */
export const ofOneClass: ReadonlySet<string> = new Set(
  ['students', 'quizview', 'assignments', 'submissions', 'performance'].map(
    (name) => `/admin/dashboard/${name}`,
  ),
);

export const footerNavigation: NavigationLink[] = [
  { label: 'About', to: '/about' },
  { label: 'Contact', to: '/contact' },
  { label: 'Policy', to: '/policy' },
];
