import { noAnswer } from './call.ts';

/**
 * The contract with its parser would be a fifth of the code of Home and Login, which load it only when it is needed.
 * Without a connection it fails as a call does.
 */
export async function loadAuthContract() {
  try {
    return await import('@vlabs/contract/auth/auth');
  } catch (cause) {
    throw noAnswer(cause);
  }
}
