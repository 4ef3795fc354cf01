import { expect, test } from 'vitest';
import { lookAtNamespaces, showFinding } from './findings.ts';

const confined = { what: 'programs', found: 'can be confined' };
const advice = 'AppArmor keeps bubblewrap from using user namespaces.';

test('a machine without restrictions has a tick and nothing to do', () => {
  expect(showFinding(lookAtNamespaces([], confined))).toBe('✔ namespaces: not restricted');
});

test('a restriction that keeps programs from being confined has a cross and its advice', () => {
  const programs = { what: 'programs', found: 'are not run', fix: 'Operation not permitted' };
  expect(showFinding(lookAtNamespaces([advice], programs))).toBe(
    `✘ namespaces: restricted\n  ${advice}`,
  );
});

test('a restriction that does not apply to this command has neither tick nor cross', () => {
  expect(showFinding(lookAtNamespaces([advice], confined))).toBe(
    `! namespaces: restricted, but not for this command\n  ${advice}`,
  );
});
