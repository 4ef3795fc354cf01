import { beginPasskeySignIn, signInWithPasskey as signIn } from '@vlabs/contract/auth/second-step';
import { call } from '../../platform/calls/call.ts';
import { askForPasskey } from './ask-authenticator.ts';

/** Loaded when its button is pressed. */
export async function signInWithPasskey(sharedComputer: boolean) {
  const { data } = await call(beginPasskeySignIn, {}, { handlesSignedOut: true });
  const passkey = await askForPasskey(data);
  return call(signIn, { body: { passkey, sharedComputer } }, { handlesSignedOut: true });
}
