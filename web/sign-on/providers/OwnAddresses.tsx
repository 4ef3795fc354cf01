import { Button, Code, CopyButton, Group, Stack, Text } from '@mantine/core';
import { FormMessage } from '../../ui/FormMessage.tsx';

interface OwnAddressesProps {
  callbackAddress: string | null;
  entityId: string | null;
}

/** What an admin registers at a provider. */
export function OwnAddresses({ callbackAddress, entityId }: OwnAddressesProps) {
  if (callbackAddress === null || entityId === null) {
    return (
      <FormMessage message="Set VLABS_PUBLIC_URL to the address that people open, and restart the server. Until then, nobody can sign in with a provider." />
    );
  }
  return (
    <Stack gap="sm">
      <OwnAddress
        address={callbackAddress}
        purpose="Enter this redirect address at each provider (SAML: assertion consumer service):"
      />
      <OwnAddress
        address={entityId}
        purpose="For SAML, this is our entity id and the address of our metadata:"
      />
    </Stack>
  );
}

function OwnAddress({ address, purpose }: { address: string; purpose: string }) {
  return (
    <div>
      <Text mb={4}>{purpose}</Text>
      <Group gap="sm">
        <Code p="xs" style={{ overflowWrap: 'anywhere' }}>
          {address}
        </Code>
        <CopyButton value={address}>
          {({ copied, copy }) => (
            <Button size="compact-sm" variant="default" onClick={copy}>
              {copied ? 'Copied' : 'Copy'}
            </Button>
          )}
        </CopyButton>
      </Group>
    </div>
  );
}
