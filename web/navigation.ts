import type { User } from '@vlabs/contract/people/auth';
import { isAdmin } from './platform/calls/session.ts';

export interface NavigationLink {
  label: string;
  to: string;
}

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
  { label: 'Login', to: '/login' },
  { label: 'Register', to: '/register' },
];

/** The top navigation, by who is signed in. */
export function topNavigation(user: User | null): NavigationLink[] {
  if (user === null) return forVisitors;
  return isAdmin(user) ? forAdmins : forStudents;
}

/** Where the Dashboard link of the dropdown leads. */
export function dashboardPath(user: User): string {
  return isAdmin(user) ? '/admin/dashboard/profile' : '/dashboard/user';
}

export const adminMenu: NavigationLink[] = [
  { label: 'Profile', to: '/admin/dashboard/profile' },
  { label: 'Students', to: '/admin/dashboard/students' },
  { label: 'View Quizzes', to: '/admin/dashboard/quizview' },
  { label: 'Assignments', to: '/admin/dashboard/assignments' },
  { label: 'Submissions', to: '/admin/dashboard/submissions' },
  { label: 'Performance', to: '/admin/dashboard/performance' },
];

/** Lists of the side menu that are of one class where that is asked for. */
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
