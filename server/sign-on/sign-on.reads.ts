/** How a person is linked with providers. */
export { listIdentities } from './identities.queries.ts';
