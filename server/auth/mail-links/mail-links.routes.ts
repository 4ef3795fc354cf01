import * as contract from '@vlabs/contract/auth/mail-links';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { done, answer, serve } from '../../platform/http/serve.ts';
import { entranceOf } from '../entrance.ts';
import type { LoginLimiter } from '../limits/login-limiter.ts';
import { requireSelf } from '../require-self.ts';
import type { MailLinks } from './mail-links.service.ts';

interface Services {
  pool: Pool;
  loginLimiter: LoginLimiter;
  mailLinks: MailLinks;
}

export function mailLinkRoutes(app: FastifyInstance, services: Services): void {
  const { pool, loginLimiter: limiter, mailLinks } = services;
  serve(app, contract.askReset, async ({ body, request }) => {
    await mailLinks.askReset(body.person, request.ip);
    return done('If there is such an account with an email address, a mail is on its way to it.');
  });
  serve(app, contract.resetByLink, async ({ body: { token, newPassword }, request }) => {
    const { address, browser } = entranceOf(request);
    await mailLinks.reset(token, newPassword, { address, browser });
    return done('Password changed. Sign in with it now.');
  });
  serve(app, contract.getEmail, async ({ caller }) => answer(await mailLinks.getEmail(caller.id)));
  serve(app, contract.askVerification, async ({ caller }) => {
    await mailLinks.askVerification(caller);
    return done('A mail with a link is on its way.');
  });
  serve(app, contract.changeEmail, async ({ caller, body, request }) => {
    const { currentPassword: password, email } = body;
    const entrance = entranceOf(request);
    await requireSelf({ pool, limiter }, caller, { password, entrance });
    await mailLinks.askChange(caller, email);
    return done('A mail with a link is on its way to the new address.');
  });
  serve(app, contract.confirmEmail, async ({ body, request }) => {
    const { address, browser } = entranceOf(request);
    await mailLinks.confirm(body.token, { address, browser });
    return done('Your email address is confirmed.');
  });
}
