import { expect, type Page } from '@playwright/test';

export interface RouteUnderTest {
  path: string;
  heading: string;
}

const route = (path: string, heading: string): RouteUnderTest => ({ path, heading });

export const openRoutes = [
  route('/', 'News about KIIT :'),
  route('/login', 'Login'),
  route('/register', 'Register'),
  route('/reset-password', 'Reset your password'),
  route(`/reset-password#${'a'.repeat(43)}`, 'Reset your password'),
  route(`/confirm-address#${'a'.repeat(43)}`, 'Confirm your email address'),
  route(`/stop-digest?token=${'a'.repeat(60)}`, 'Daily mail with notices'),
  route('/about', 'About'),
  route('/contact', 'Contact'),
  route('/policy', 'Policy'),
  route('/signed-in', 'You are not signed in'),
  route('/pagenotfound', 'Page Not Found'),
  route('/no/such/page', 'Page Not Found'),
];

export const studentRoutes = [
  route('/dashboard/user', 'Dashboard'),
  route('/join', 'Join a class'),
  route('/notices', 'Notices'),
  route('/account', 'Password and sessions'),
  route('/assignments', 'Assignments'),
  route('/assignments/4a1b', 'Assignment'),
  route('/Workspace', 'Workspace'),
  route('/tests', 'Tests'),
  route('/tests/quiz/4a1b/submitted', 'Submitted quiz'),
];

export const adminRoutes = [
  route('/admin/dashboard/profile', 'Profile'),
  // A few of many similar rows are enough: other tests have registered hundreds of students.
  route('/admin/dashboard/students?q=210500', 'Students'),
  route('/admin/dashboard/students?view=table&q=210500', 'Students'),
  route('/admin/dashboard/students/2105002', 'Ananya Mohanty'),
  route('/admin/dashboard/quizview', 'View Quizzes'),
  route('/admin/dashboard/assignments', 'Assignments'),
  route('/admin/dashboard/assignments/4a1b', 'Hand-ins'),
  route('/admin/dashboard/assignments/4a1b/edit', 'Edit assignment'),
  route('/admin/dashboard/assignments/4a1b/hand-ins/2105001', 'Hand-in'),
  route('/admin/dashboard/assignments/4a1b/similarity', 'Similarity'),
  route('/admin/dashboard/assignments/4a1b/similarity/1/2?language=50', 'Two programs'),
  route('/admin/dashboard/quizview/4a1b/questions/2/similarity', 'Similarity'),
  route('/admin/dashboard/submissions?q=210500', 'Submissions'),
  route('/admin/dashboard/performance', 'Performance'),
  route('/admin/dashboard/classes', 'Classes'),
  route('/admin/dashboard/staff', 'Staff'),
  route('/admin/dashboard/languages', 'Programming languages'),
  route('/admin/dashboard/sign-on', 'Sign-on'),
  route('/admin/dashboard/sign-on/new', 'Add provider'),
  route('/admin/dashboard/news', 'News'),
  route('/admin/dashboard/audit', 'Audit log'),
  route('/admin/dashboard/data-protection', 'Data protection'),
  route('/admin/create-quiz', 'Create Quiz'),
  // Without details the builder redirects to them.
  route('/admin/create-quiz/quiz', 'Create Quiz'),
  route('/admin/create-assignment', 'Create Assignments'),
];

/** Opens a page and waits for its heading and title. */
export async function openRoute(page: Page, { path, heading }: RouteUnderTest): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  const title = path === '/' ? 'V-labs' : `${heading} · V-labs`;
  await expect(page).toHaveTitle(title);
}
