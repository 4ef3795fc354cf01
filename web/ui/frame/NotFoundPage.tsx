import { Button, Text } from '@mantine/core';
import { Link } from 'react-router';
import { Page } from './Page.tsx';

export function NotFoundPage() {
  return (
    <Page heading="Page Not Found" width="reading">
      <Text mb="lg">
        There is no page at this address. It may have moved, or the link may be incomplete.
      </Text>
      <Button component={Link} to="/">
        Go to Home
      </Button>
    </Page>
  );
}
