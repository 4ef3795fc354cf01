import type { ComponentType } from 'react';
import { createBrowserRouter } from 'react-router';
import { AppFrame } from './AppFrame.tsx';
import { UserGuard } from './platform/guards.tsx';
import { BrokenPage } from './ui/BrokenPage.tsx';
import { NotFoundPage } from './ui/NotFoundPage.tsx';
import { PageSkeleton } from './ui/states.tsx';

/** A page whose code comes only when it is opened. */
function page(load: () => Promise<ComponentType>) {
  return {
    lazy: async () => ({ Component: await load() }),
    HydrateFallback: PageSkeleton,
    ErrorBoundary: BrokenPage,
  };
}

const home = page(async () => (await import('./home/HomePage.tsx')).HomePage);
const login = page(async () => (await import('./auth/LoginPage.tsx')).LoginPage);
const register = page(async () => (await import('./auth/RegisterPage.tsx')).RegisterPage);

const policy = page(async () => (await import('./home/PolicyPage.tsx')).PolicyPage);
const about = page(async () => (await import('./home/AboutPage.tsx')).AboutPage);
const contact = page(async () => (await import('./home/ContactPage.tsx')).ContactPage);
const workspace = page(async () => (await import('./workspace/WorkspacePage.tsx')).WorkspacePage);

/** Table of contents: which address shows which page, and who may open it. */
export const router = createBrowserRouter([
  {
    Component: AppFrame,
    children: [
      { index: true, ...home },
      { path: 'login', ...login },
      { path: 'register', ...register },
      { path: 'policy', ...policy },
      { path: 'about', ...about },
      { path: 'contact', ...contact },
      {
        Component: UserGuard,
        children: [{ path: 'Workspace', ...workspace }],
      },
      { path: '*', Component: NotFoundPage },
    ],
  },
]);
