import { Anchor } from '@mantine/core';
import { useInstallation } from '../platform/calls/use-installation.ts';

/** The institution's name within a sentence, linked to its website if it has one. */
export function InstitutionName() {
  const { data: installation } = useInstallation();
  if (installation === undefined) return 'the institution';
  const { institution, website } = installation;
  if (website === null) return institution;
  return (
    <Anchor href={website} target="_blank" rel="noopener" underline="always">
      {institution}
    </Anchor>
  );
}
