import { test } from '@playwright/test';
import { expectNoFindingsInBothSchemes } from './axe.ts';
import { type Account, beSignedIn, demoAdmin, demoStudent } from './people.ts';
import {
  adminRoutes,
  openRoute,
  openRoutes,
  type RouteUnderTest,
  studentRoutes,
} from './routes.ts';

const HALF = Math.ceil(adminRoutes.length / 2);
const sweeps: [string, Account | null, RouteUnderTest[]][] = [
  ['a visitor', null, openRoutes],
  ['a student', demoStudent, studentRoutes],
  ['an admin, first half', demoAdmin, adminRoutes.slice(0, HALF)],
  ['an admin, second half', demoAdmin, adminRoutes.slice(HALF)],
];

// With a shared cache the browser opens the next page in a tenth of the time.
for (const [who, account, routes] of sweeps) {
  test(`every page of ${who} has its heading and title, and axe finds nothing`, async ({
    page,
  }) => {
    if (account) await beSignedIn(page, account);
    for (const route of routes) {
      await test.step(route.path, async () => {
        await openRoute(page, route);
        await expectNoFindingsInBothSchemes(page, route.path);
      });
    }
  });
}
