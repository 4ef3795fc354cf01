import { Button, Stack, Text } from '@mantine/core';
import { Page } from '../../ui/frame/Page.tsx';

/** Shown on a page that another page has taken over from. */
export function TakenOver({
  topic,
  onContinueHere,
}: {
  topic: string;
  onContinueHere: () => void;
}) {
  return (
    <Page heading="This test is open on another page" title={topic} width="reading">
      <Stack gap="md" align="flex-start">
        <Text role="alert">
          {topic} was opened in another tab or on another device, which now saves your answers. This
          page no longer saves anything.
        </Text>
        <Text c="dimmed">
          To continue here instead, take the test over. Your answers come with it, and the other
          page stops.
        </Text>
        <Button onClick={onContinueHere}>Continue here</Button>
      </Stack>
    </Page>
  );
}
