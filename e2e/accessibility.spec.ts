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

const people: [string, Account | null, RouteUnderTest[]][] = [
  ['a visitor', null, openRoutes],
  ['a student', demoStudent, studentRoutes],
  ['an admin', demoAdmin, adminRoutes],
];

for (const [who, account, routes] of people) {
  for (const route of routes) {
    test(`${route.path} has its heading and title for ${who}, and axe finds nothing`, async ({
      page,
    }) => {
      if (account) await beSignedIn(page, account);
      await openRoute(page, route);
      await expectNoFindingsInBothSchemes(page, route.path);
    });
  }
}
