import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import { isTemporary } from './platform/calls/call.ts';
import { readAgainWhenBack } from './platform/calls/read-again.ts';
import { currentSession, subscribeToSession } from './platform/storage/stored-session.ts';
import { router } from './routes.tsx';
import './ui/frame/fonts.css';
import './ui/frame/global.css';
import { keepFocus } from './ui/frame/keep-focus.ts';
import { theme, themeVariables } from './ui/frame/theme.ts';
import { Toasts } from './ui/frame/Toasts.tsx';

const RETRIES = 2;

const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'always',
      retry: (failures, error) => failures < RETRIES && isTemporary(error),
    },
    mutations: { networkMode: 'always' },
  },
});
readAgainWhenBack(queryClient);
keepFocus(document);

// Cached data of one user is not shown to the next on the same browser.
let userId = currentSession().user?.id;
subscribeToSession(() => {
  const nextUserId = currentSession().user?.id;
  if (nextUserId !== userId) queryClient.clear();
  userId = nextUserId;
});

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element with the id root.');

createRoot(root).render(
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={themeVariables} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <Toasts />
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
