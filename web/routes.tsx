import type { ComponentType } from 'react';
import { createBrowserRouter, Navigate, type RouteObject } from 'react-router';
import { AppFrame } from './frame/AppFrame.tsx';
import { TEACHING_PATH, isTeaching } from './platform/calls/teaching.ts';
import { BrokenPage } from './ui/frame/BrokenPage.tsx';
import { NotFoundPage } from './ui/frame/NotFoundPage.tsx';
import { PageSkeleton } from './ui/states.tsx';

/** A route whose page is loaded when it is first opened. */
function page(path: string, load: () => Promise<ComponentType>) {
  return {
    ...(path === '' ? { index: true as const } : { path }),
    lazy: async () => ({ Component: await load() }),
    HydrateFallback: PageSkeleton,
    ErrorBoundary: BrokenPage,
  };
}

function guard(name: 'UserGuard' | 'AdminGuard') {
  return {
    lazy: async () => ({ Component: (await import('./frame/guards.tsx'))[name] }),
    HydrateFallback: PageSkeleton,
  };
}

const notForGuests = {
  lazy: async () => ({ Component: (await import('./auth/StudentGuard.tsx')).StudentGuard }),
  HydrateFallback: PageSkeleton,
};

/** A page that fails while it is left has no boundary of its own any more; the inner one keeps the frame. */
const framed = (children: RouteObject[]): RouteObject => ({
  Component: AppFrame,
  ErrorBoundary: BrokenPage,
  children: [{ ErrorBoundary: BrokenPage, children }],
});

const open = [
  page('', async () => (await import('./home/HomePage.tsx')).HomePage),
  page('login', async () => (await import('./auth/LoginPage.tsx')).LoginPage),
  page('register', async () => (await import('./auth/RegisterPage.tsx')).RegisterPage),
  page(
    'reset-password',
    async () => (await import('./auth/ResetPasswordPage.tsx')).ResetPasswordPage,
  ),
  page(
    'confirm-address',
    async () => (await import('./auth/ConfirmAddressPage.tsx')).ConfirmAddressPage,
  ),
  page(
    'sign-on/:providerId',
    async () => (await import('./sign-on/DirectoryPage.tsx')).DirectoryPage,
  ),
  page('signed-in', async () => (await import('./sign-on/SignedInPage.tsx')).SignedInPage),
  page('stop-digest', async () => (await import('./notices/StopDigestPage.tsx')).StopDigestPage),
  page('about', async () => (await import('./home/AboutPage.tsx')).AboutPage),
  page('contact', async () => (await import('./home/ContactPage.tsx')).ContactPage),
  page('policy', async () => (await import('./home/PolicyPage.tsx')).PolicyPage),
];

/** Including guests. */
const forEveryAccount = [
  page(
    'second-step',
    async () => (await import('./auth/second-step/SecondStepPage.tsx')).SecondStepPage,
  ),
  page('account', async () => (await import('./auth/AccountPage.tsx')).AccountPage),
  page(
    'steps/:rollNumber/:token',
    async () => (await import('./runs/step/asking/StepsPage.tsx')).StepsPage,
  ),
  page('Workspace', async () => (await import('./workspace/WorkspacePage.tsx')).WorkspacePage),
];

const forStudents = [
  { path: 'dashboard', element: <Navigate to="/dashboard/user" replace /> },
  page(
    'dashboard/user',
    async () => (await import('./insight/student/StudentDashboardPage.tsx')).StudentDashboardPage,
  ),
  page(
    'my-classes/:classId/marks',
    async () => (await import('./marks/own/OwnMarksPage.tsx')).OwnMarksPage,
  ),
  page(
    'my-classes/:classId/record',
    async () => (await import('./records/OwnRecordPage.tsx')).OwnRecordPage,
  ),
  page('join', async () => (await import('./classes/own/JoinPage.tsx')).JoinPage),
  page('notices', async () => (await import('./notices/NoticesPage.tsx')).NoticesPage),
  page(
    'quizview/:uniqueId/questions/:number/similarity',
    async () => (await import('./similarity/SimilarityPage.tsx')).SimilarityPage,
  ),
  page(
    'quizview/:uniqueId/questions/:number/similarity/:one/:other',
    async () => (await import('./similarity/PairPage.tsx')).PairPage,
  ),
  page(
    'assignments',
    async () => (await import('./assignments/AssignmentsPage.tsx')).AssignmentsPage,
  ),
  page(
    'assignments/:id',
    async () => (await import('./assignments/AssignmentPage.tsx')).AssignmentPage,
  ),
  page('tests', async () => (await import('./quizzes/list/TestsPage.tsx')).TestsPage),
  page(
    'tests/quiz/:uniqueId',
    async () => (await import('./attempts/sitting/AttemptPage.tsx')).AttemptPage,
  ),
  page(
    'tests/quiz/:uniqueId/submitted',
    async () => (await import('./attempts/results/SubmittedPage.tsx')).SubmittedPage,
  ),
];

const adminDashboard = [
  { index: true, element: <Navigate to="/admin/dashboard/profile" replace /> },
  page('profile', async () => (await import('./auth/AdminProfilePage.tsx')).AdminProfilePage),
  page('students', async () => (await import('./students/StudentsPage.tsx')).StudentsPage),
  page(
    'students/:rollNo/as-student',
    async () => (await import('./as-student/AsStudentPage.tsx')).AsStudentPage,
  ),
  page('students/:rollNo', async () => (await import('./students/StudentPage.tsx')).StudentPage),
  page('quizview', async () => (await import('./quizzes/list/QuizViewPage.tsx')).QuizViewPage),
  page(
    'quizview/:uniqueId',
    async () => (await import('./attempts/control/LiveControlPage.tsx')).LiveControlPage,
  ),
  page(
    'quizview/:uniqueId/:userId',
    async () => (await import('./attempts/control/TimelinePage.tsx')).TimelinePage,
  ),
  page(
    'quizview/:uniqueId/:userId/answers',
    async () => (await import('./attempts/control/AnswersPage.tsx')).AnswersPage,
  ),
  page(
    'quizview/:uniqueId/:userId/programs',
    async () => (await import('./attempts/control/ProgramsPage.tsx')).ProgramsPage,
  ),
  page(
    'quizview/:uniqueId/questions/:number/similarity',
    async () => (await import('./similarity/SimilarityPage.tsx')).SimilarityPage,
  ),
  page(
    'quizview/:uniqueId/questions/:number/similarity/:one/:other',
    async () => (await import('./similarity/PairPage.tsx')).PairPage,
  ),
  page(
    'assignments',
    async () => (await import('./assignments/work/AdminAssignmentsPage.tsx')).AdminAssignmentsPage,
  ),
  page(
    'assignments/:id',
    async () => (await import('./assignments/marking/HandInsPage.tsx')).HandInsPage,
  ),
  page(
    'assignments/:id/edit',
    async () => (await import('./assignments/work/EditAssignmentPage.tsx')).EditAssignmentPage,
  ),
  page(
    'assignments/:id/tests',
    async () => (await import('./assignments/work/TestCasesPage.tsx')).TestCasesPage,
  ),
  page(
    'assignments/:id/similarity',
    async () => (await import('./similarity/SimilarityPage.tsx')).SimilarityPage,
  ),
  page(
    'assignments/:id/similarity/:one/:other',
    async () => (await import('./similarity/PairPage.tsx')).PairPage,
  ),
  page(
    'assignments/:id/hand-ins/:studentId',
    async () => (await import('./assignments/marking/MarkingPage.tsx')).MarkingPage,
  ),
  page(
    'submissions',
    async () => (await import('./assignments/marking/SubmissionsPage.tsx')).SubmissionsPage,
  ),
  page('performance', async () => (await import('./insight/PerformancePage.tsx')).PerformancePage),
  page(
    'performance/:uniqueId/questions/:number',
    async () => (await import('./insight/quiz/KeyPage.tsx')).KeyPage,
  ),
  page('classes', async () => (await import('./classes/ClassesPage.tsx')).ClassesPage),
  page('classes/:classId', async () => (await import('./classes/ClassPage.tsx')).ClassPage),
  page(
    'classes/:classId/record',
    async () => (await import('./records/RecordPage.tsx')).RecordPage,
  ),
  page('classes/:classId/marks', async () => (await import('./marks/MarksPage.tsx')).MarksPage),
  page('news', async () => (await import('./news/NewsPage.tsx')).NewsPage),
  page('staff', async () => (await import('./staff/StaffPage.tsx')).StaffPage),
  page(
    'data-protection',
    async () => (await import('./privacy/protection/DataProtectionPage.tsx')).DataProtectionPage,
  ),
  page(
    'sign-on',
    async () => (await import('./sign-on/providers/ProvidersPage.tsx')).ProvidersPage,
  ),
  page(
    'sign-on/:providerId',
    async () => (await import('./sign-on/providers/ProviderPage.tsx')).ProviderPage,
  ),
  page('languages', async () => (await import('./runs/languages/LanguagesPage.tsx')).LanguagesPage),
  page('audit', async () => (await import('./audit/AuditPage.tsx')).AuditPage),
];

const forAdmins = [
  {
    path: 'dashboard',
    lazy: async () => ({
      Component: (await import('./frame/AdminDashboardFrame.tsx')).AdminDashboardFrame,
    }),
    HydrateFallback: PageSkeleton,
    children: adminDashboard,
  },
  page(
    'create-quiz',
    async () => (await import('./quizzes/list/QuizDetailsPage.tsx')).QuizDetailsPage,
  ),
  page(
    'create-quiz/quiz',
    async () => (await import('./quizzes/builder/QuizBuilderPage.tsx')).QuizBuilderPage,
  ),
  page(
    'create-assignment',
    async () => (await import('./assignments/work/CreateAssignmentPage.tsx')).CreateAssignmentPage,
  ),
];

/** The staff pages for students who assist, and pages that every page links to. */
const teaching = [
  { index: true, element: <Navigate to="/admin/dashboard/classes" replace /> },
  page('login', async () => (await import('./auth/LoginPage.tsx')).LoginPage),
  {
    ...guard('UserGuard'),
    children: [
      ...forEveryAccount,
      {
        lazy: async () => ({
          Component: (await import('./classes/TeachingGuard.tsx')).TeachingGuard,
        }),
        HydrateFallback: PageSkeleton,
        path: 'admin',
        children: forAdmins,
      },
    ],
  },
  { path: '*', Component: NotFoundPage },
];

/** All routes and their guards. */
export const router = isTeaching
  ? createBrowserRouter([framed(teaching)], { basename: TEACHING_PATH })
  : createBrowserRouter([
      framed([
        ...open,
        {
          ...guard('UserGuard'),
          children: [...forEveryAccount, { ...notForGuests, children: forStudents }],
        },
        { ...guard('AdminGuard'), path: 'admin', children: forAdmins },
        { path: 'pagenotfound', Component: NotFoundPage },
        { path: '*', Component: NotFoundPage },
      ]),
    ]);
