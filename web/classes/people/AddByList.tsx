import { Button, List, ScrollArea, Stack, Text, Textarea } from '@mantine/core';
import { MAX_MEMBERS_AT_ONCE, addMembers } from '@vlabs/contract/classes/class-members';
import type { ClassDetails } from '@vlabs/contract/classes/classes';
import { type SubmitEvent, useState } from 'react';
import { messageOf } from '../../platform/calls/call.ts';
import { FormMessage } from '../../ui/FormMessage.tsx';
import { countPeople } from '../calls/class-words.ts';
import { type Part, RoleFields, partToAdd } from './RoleFields.tsx';
import { readRollNumbers } from './roll-numbers.ts';
import { type Added, useAddMembers } from './use-add-members.ts';

/** Pasted roll numbers; those that could not be added stay in the field, with the reason. */
export function AddByList({ details }: { details: ClassDetails }) {
  const [text, setText] = useState('');
  const [part, setPart] = useState<Part>({ role: 'student', sections: [] });
  const [mistake, setMistake] = useState<string | null>(null);
  const { mutate, isPending, data, error } = useAddMembers(details.classId, ({ refused }) =>
    setText(refused.map(({ personId }) => personId).join('\n')),
  );
  const personIds = readRollNumbers(text);

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    const { error: wrong } = addMembers.body.shape.personIds.safeParse(personIds);
    const first = wrong?.issues[0];
    setMistake(first ? describeMistake(first, personIds) : null);
    if (!first) mutate({ personIds, ...partToAdd(part) });
  }

  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        <Textarea
          label="Roll numbers"
          description={`Separate them with commas or line breaks. At most ${MAX_MEMBERS_AT_ONCE} at a time.`}
          autosize
          minRows={5}
          maxRows={12}
          spellCheck={false}
          autoCapitalize="none"
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          value={text}
          error={mistake}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value);
            setMistake(null);
          }}
        />
        <RoleFields details={details} part={part} onChange={setPart} />
        <FormMessage message={error && messageOf(error)} />
        {data && <Outcome added={data} />}
        <Button type="submit" loading={isPending} style={{ alignSelf: 'end' }}>
          {personIds.length === 0 ? 'Add' : `Add ${countPeople(personIds.length)}`}
        </Button>
      </Stack>
    </form>
  );
}

function describeMistake(
  issue: { path: PropertyKey[]; message: string },
  personIds: string[],
): string {
  const [place] = issue.path;
  const named = typeof place === 'number' ? personIds[place] : undefined;
  return named === undefined ? issue.message : `${named}: ${issue.message}`;
}

function describeOutcome({ added, changed, refused }: Added): string {
  if (added + changed + refused.length === 0) return 'They are in the class already.';
  const parts = [
    `${added} added`,
    ...(changed > 0 ? [`${changed} changed`] : []),
    ...(refused.length > 0 ? [`${refused.length} not added`] : []),
  ];
  return `${parts.join(', ')}.`;
}

function Outcome({ added: { added, changed, refused } }: { added: Added }) {
  return (
    <div>
      <Text component="output" fw={550}>
        {describeOutcome({ added, changed, refused })}
      </Text>
      {refused.length > 0 && (
        <ScrollArea.Autosize
          mah="30vh"
          mt="xs"
          viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': 'Not added' }}
        >
          <List listStyleType="none" spacing={6} size="sm">
            {refused.map(({ personId, why }) => (
              <List.Item key={personId}>
                <Text span inherit ff="monospace">
                  {personId}
                </Text>
                : {why}
              </List.Item>
            ))}
          </List>
        </ScrollArea.Autosize>
      )}
    </div>
  );
}
