import { Select, Stack, Text } from '@mantine/core';
import { groupOf } from '@vlabs/contract/marks/lines';
import { type DraftProps, placeWork } from './arrange-draft.ts';
import classes from './ArrangeDialog.module.css';

const NOWHERE = 'none';
const kindWords = { quiz: 'Test', assignment: 'Assignment' };

/** The group of each test and assignment. */
export function WorkPlaces({ sheet, draft, onChange }: DraftProps) {
  const choices = [
    ...draft.groups.map(({ name }, number) => ({
      value: String(number),
      label: name === '' ? `Group ${number + 1}` : name,
    })),
    { value: NOWHERE, label: 'Does not count' },
  ];
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        Tests and assignments that you publish later join the group that takes all others.
      </Text>
      <ul className={classes.works}>
        {sheet.columns.map((work) => (
          <li key={work.id} className={classes.work}>
            <div>
              <Text>{work.title}</Text>
              <Text size="sm" c="dimmed">
                {kindWords[work.kind]}, {work.maxMarks} marks
              </Text>
            </div>
            <Select
              aria-label={`Group of ${work.title}`}
              allowDeselect={false}
              w="13rem"
              data={choices}
              value={String(groupOf(work, draft) ?? NOWHERE)}
              onChange={(value) =>
                onChange(placeWork(draft, work, value === NOWHERE ? null : Number(value)))
              }
            />
          </li>
        ))}
      </ul>
    </Stack>
  );
}
