import { Button, Stack, Text } from '@mantine/core';
import { Page } from '../../ui/frame/Page.tsx';

/** What a page shows that is no longer the one to write. */
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
          {topic} was opened in another tab or on another device, which saves your answers now.
          Nothing is saved from here any more.
        </Text>
        <Text c="dimmed">
          If you want to go on here instead, take it over: your answers come along, and the other
          page stops.
        </Text>
        <Button onClick={onContinueHere}>Continue here</Button>
      </Stack>
    </Page>
  );
}
