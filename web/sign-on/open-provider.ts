import { type BegunBy, tryProvider } from '@vlabs/contract/sign-on/providers';
import { beginLink, beginSignOn } from '@vlabs/contract/sign-on/sign-on';
import { call } from '../platform/calls/call.ts';
import { type HandOff, beginHandOff } from './hand-off.ts';

/** Begins a sign-on, a link or a try, and opens the address that the server returns. */
export function openProvider(
  providerId: string,
  handOff: Omit<HandOff, 'key'>,
  credentials?: BegunBy['credentials'],
): Promise<void> {
  return beginHandOff(handOff, async (keyHash) => {
    const begun = { keyHash, ...(credentials ? { credentials } : {}) };
    const { data } = await begin(handOff.purpose, providerId, begun);
    return data.address;
  });
}

function begin(purpose: HandOff['purpose'], providerId: string, begun: BegunBy) {
  if (purpose === 'try') return call(tryProvider, { params: { providerId }, body: begun });
  const body = { ...begun, providerId };
  if (purpose === 'link') return call(beginLink, { body });
  return call(beginSignOn, { body }, { handlesSignedOut: true });
}
