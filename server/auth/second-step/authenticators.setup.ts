import { confirmAuthenticator } from '@vlabs/contract/auth/second-step';
import { Secret, TOTP } from 'otpauth';
import type { MadePerson } from '../../testing/acts/make.ts';
import type { TestServer } from '../../testing/test-app.ts';
import { post } from './passkeys.setup.ts';

const STEP_SECONDS = 30;

/** An authenticator app with a person's key. */
export class AuthenticatorApp {
  readonly #totp: TOTP;

  constructor(key: string) {
    this.#totp = new TOTP({ secret: Secret.fromBase32(key) });
  }

  /** The code of now, or of so many steps of 30 seconds later. */
  show(steps = 0): string {
    return this.#totp.generate({ timestamp: Date.now() + steps * STEP_SECONDS * 1000 });
  }

  /** Another code than those of now and of the steps beside it. */
  showWrong(): string {
    const right = [-2, -1, 0, 1, 2].map((steps) => this.show(steps));
    const digits = Array.from({ length: 6 }, (_, index) => String(index).repeat(6));
    return digits.find((code) => !right.includes(code)) ?? '';
  }
}

/** Sets an authenticator app up; returns it with the recovery codes. */
export async function addAuthenticator(server: Pick<TestServer, 'app'>, as: MadePerson) {
  const proof = { currentPassword: as.password };
  const begun = await post(server, 'authenticator', { as, proof });
  if (begun.statusCode !== 200) throw new Error(begun.body);
  const own = new AuthenticatorApp(begun.json().data.key);
  const confirmed = await post(server, 'authenticator/confirmation', { as, code: own.show(-1) });
  if (confirmed.statusCode !== 200) throw new Error(confirmed.body);
  const { data } = confirmAuthenticator.reply.parse(confirmed.json());
  return { own, recoveryCodes: data.recoveryCodes };
}
