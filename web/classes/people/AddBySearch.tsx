import { Button, Group, Stack, Text } from '@mantine/core';
import IconCheck from '~icons/check';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { findCandidates } from '@vlabs/contract/classes/class-members';
import type { ClassDetails } from '@vlabs/contract/classes/classes';
import { useDeferredValue, useState } from 'react';
import { queryOf } from '../../platform/calls/query-of.ts';
import { FormMessage } from '../../ui/FormMessage.tsx';
import { Loaded } from '../../ui/states.tsx';
import { SearchField } from '../../ui/table/SearchField.tsx';
import classes from './AddBySearch.module.css';
import { type Part, RoleFields, partToAdd } from './RoleFields.tsx';
import { useAddMembers } from './use-add-members.ts';

const FEWEST_LETTERS = 2;

/** People who are not members, each with a button; added people stay listed. */
export function AddBySearch({ details }: { details: ClassDetails }) {
  const { classId } = details;
  const [typed, setTyped] = useState('');
  const [part, setPart] = useState<Part>({ role: 'student', sections: [] });
  const [done, setDone] = useState<string[]>([]);
  const search = useDeferredValue(typed.trim());
  const canSearch = search.length >= FEWEST_LETTERS;
  const query = useQuery({
    ...queryOf(findCandidates, { params: { classId }, query: { search, role: part.role } }),
    enabled: canSearch,
    placeholderData: keepPreviousData,
  });
  const add = useAddMembers(classId);
  const refusal = add.data?.refused[0];

  return (
    <Stack gap="md">
      <RoleFields details={details} part={part} onChange={setPart} />
      <Group>
        <SearchField label="Search by name or roll number" text={typed} onSearch={setTyped} />
      </Group>
      <FormMessage message={refusal ? `${refusal.personId}: ${refusal.why}` : null} />
      {done.length > 0 && (
        <Text component="output" size="sm">
          <IconCheck size={14} aria-hidden /> Added: {done.join(', ')}
        </Text>
      )}
      {canSearch && (
        <Loaded
          query={query}
          failure="The search failed."
          empty={<Text c="dimmed">No matches outside the class.</Text>}
        >
          {(found) => (
            <ul className={classes.found}>
              {found.map(({ personId, name, course, year }) => (
                <li key={personId} className={classes.person}>
                  <div className={classes.who}>
                    <Text>{name}</Text>
                    <Text size="sm" c="dimmed">
                      <Text span inherit ff="monospace">
                        {personId}
                      </Text>
                      {[course, year].map((text) => text !== '' && `, ${text}`)}
                    </Text>
                  </div>
                  <Button
                    variant="default"
                    size="xs"
                    aria-label={`Add ${name}, ${personId}`}
                    loading={add.isPending && add.variables.personIds[0] === personId}
                    onClick={() =>
                      add.mutate(
                        { personIds: [personId], ...partToAdd(part) },
                        {
                          onSuccess: ({ refused }) => {
                            if (refused.length === 0) setDone((before) => [...before, name]);
                          },
                        },
                      )
                    }
                  >
                    Add
                  </Button>
                </li>
              ))}
            </ul>
          )}
        </Loaded>
      )}
    </Stack>
  );
}
