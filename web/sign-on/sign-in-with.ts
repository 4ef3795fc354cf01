import { beginSignOn } from '@vlabs/contract/sign-on/sign-on';
import { call } from '../platform/calls/call.ts';
import { type HandOff, beginHandOff } from './hand-off.ts';

/** Opens the provider's page; loaded when its button is pressed. */
export function signInWith(
  providerId: string,
  handOff: Pick<HandOff, 'name' | 'goTo' | 'isShared'>,
): Promise<void> {
  return beginHandOff({ ...handOff, purpose: 'sign-in' }, async (keyHash) => {
    const body = { providerId, keyHash };
    return (await call(beginSignOn, { body }, { handlesSignedOut: true })).data.address;
  });
}
