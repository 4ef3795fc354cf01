import * as contract from '@vlabs/contract/auth/auth';
import { roleHasRight } from '@vlabs/contract/http/rights';
import * as staffContract from '@vlabs/contract/auth/staff';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { type Config, makesClasses } from '../config.ts';
import { PublicError } from '../platform/errors.ts';
import { answer, done, serve } from '../platform/http/serve.ts';
import type { KeySource } from '../platform/key-source.ts';
import { findRegistration, listDemoAccounts } from './demo-accounts.service.ts';
import { entranceOf } from './entrance.ts';
import type { LoginLimiter } from './limits/login-limiter.ts';
import * as logins from './login.service.ts';
import { register } from './registration/registration.service.ts';
import * as sessions from './sessions.service.ts';
import type { Device } from './open-session.ts';
import { makeStorageKey } from './storage-keys.ts';
import * as staff from './staff.service.ts';

interface Services {
  pool: Pool;
  config: Config;
  loginLimiter: LoginLimiter;
  files: { stored: KeySource };
  mailLinks: { verifyNew: (rollNumber: string) => Promise<void> };
  /** Sign-on is above this feature. */
  signOn: {
    providers: { listInUse: () => Promise<{ id: string; name: string; kind: string }[]> };
  };
  /** Above this folder. */
  secondStep: {
    passkeys: { isOffered: (host: string) => boolean };
    authenticators: { check: logins.CheckSecondStep };
    mailBreakGlass: (signedIn: Device & { personId: string }) => Promise<void>;
  };
}

export function authRoutes(app: FastifyInstance, services: Services): void {
  const { pool, config, loginLimiter, files, mailLinks, secondStep } = services;
  const logging = { pool, limiter: loginLimiter, config };
  const { check } = secondStep.authenticators;
  const whenBreakGlass = secondStep.mailBreakGlass;
  serve(app, contract.login, async ({ body: { sharedComputer: isShared, ...body }, request }) => ({
    success: true,
    message: 'Signed in successfully.',
    ...(await logins.login(
      { ...logging, secondStep: { check, whenBreakGlass } },
      { ...body, isShared, ...entranceOf(request) },
    )),
  }));
  serve(app, contract.register, async ({ body, request }) => {
    await register(pool, config, body, request.ip);
    await mailLinks.verifyNew(body.id);
    return done('Registered successfully. You can sign in now.');
  });
  serve(app, contract.logout, async ({ caller }) => {
    await sessions.logout(pool, caller);
    return done('User logged out successfully');
  });
  serve(app, contract.leaveSession, async ({ caller }) => {
    await sessions.leaveSession(pool, caller);
    return done('A session on a shared computer ends if it is unused for a minute.');
  });
  serve(app, contract.getAccount, async ({ caller: { id, role, teaches = [], needsSecondStep } }) =>
    answer({
      id,
      isGuest: role === 'guest',
      isStaff: role === 'staff',
      writesIn: teaches.flatMap((one) => (roleHasRight(one.role, 'edit') ? one.classId : [])),
      limitedIn: teaches.flatMap((one) => (one.sections.length > 0 ? one.classId : [])),
      makesClasses: makesClasses(config, role),
      needsSecondStep: needsSecondStep === true,
      storageKey: makeStorageKey(files.stored, id),
    }),
  );
  serve(app, contract.changePassword, async ({ caller, body, request }) => {
    const token = await logins.changePassword(logging, caller, {
      ...body,
      ...entranceOf(request),
    });
    return answer({ token }, 'Password changed. Your other sessions have ended.');
  });
  serve(app, contract.listSessions, async ({ caller }) =>
    answer(await sessions.listSessions(pool, caller)),
  );
  serve(app, contract.endSession, async ({ caller, params }) => {
    await sessions.endSession(pool, caller, params.sessionId);
    return done('The session has ended.');
  });
  installationRoute(app, services);
  staffRoutes(app, pool);
  app.register(async (guards) => guardRoutes(guards));
}

function installationRoute(app: FastifyInstance, services: Services): void {
  const { pool, config, signOn, secondStep } = services;
  serve(app, contract.getInstallation, async ({ request: { isProxied, host } }) => {
    const { institution, website, contactEmail, registrationProof } = config;
    const registration = await findRegistration(pool, config);
    const { sharedIdleMinutes } = config.sessionLimits;
    const demoAccounts = await listDemoAccounts(pool, { demo: config.demo, isProxied });
    return answer({
      institution,
      website,
      contactEmail,
      registration,
      registrationProof,
      sharedIdleMinutes,
      mail: config.mail !== null,
      passkeys: secondStep.passkeys.isOffered(host),
      demoAccounts,
      providers: await signOn.providers.listInUse(),
    });
  });
}

function staffRoutes(app: FastifyInstance, pool: Pool): void {
  serve(app, staffContract.listStaff, async ({ query }) =>
    answer(await staff.listStaff(pool, query)),
  );
  serve(app, staffContract.createStaff, async ({ body }) =>
    answer(await staff.createStaff(pool, body), 'The account was created.'),
  );
  serve(app, staffContract.changeStaff, async ({ caller, params, body }) =>
    answer(await staff.changeStaff(pool, caller, { ...params, ...body }), 'Saved.'),
  );
  serve(app, staffContract.resetStaffPassword, async ({ params }) =>
    answer({ password: await staff.resetStaffPassword(pool, params.personId) }),
  );
}

/** The web app's guards read only `ok`, so refusals have no other field. */
function guardRoutes(guards: FastifyInstance): void {
  guards.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof PublicError)) throw error;
    return reply.code(error.status).send({ ok: false });
  });
  serve(guards, contract.userAuth, async () => ({ ok: true }));
  serve(guards, contract.adminAuth, async () => ({ ok: true }));
}
