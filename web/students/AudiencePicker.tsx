import { Button, MultiSelect, Radio, Skeleton, Stack, TagsInput, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Audience } from '@vlabs/contract/people/audience';
import {
  getAudienceReach,
  listAudienceChoices,
  type StudentChoice,
} from '@vlabs/contract/people/audience-choices';
import type { z } from 'zod';
import { queryOf } from '../platform/calls/query-of.ts';
import { Loaded } from '../ui/states.tsx';

interface AudiencePickerProps {
  audience: Audience;
  onChange: (audience: Audience) => void;
  /** What the server or the form says against it. */
  error?: string | null;
}

type Choices = z.output<typeof listAudienceChoices.reply>['data'];
type Reached = z.output<typeof getAudienceReach.reply>['data'];

/** For whom something is: everyone, or courses, years and roll numbers; says how many that are. */
export function AudiencePicker({ audience, onChange, error = null }: AudiencePickerProps) {
  const query = useQuery(queryOf(listAudienceChoices, {}));
  const reach = useQuery({
    ...queryOf(getAudienceReach, { body: audience }),
    placeholderData: keepPreviousData,
  });
  return (
    <Stack gap="sm">
      <Radio.Group
        label="For whom"
        error={error}
        value={audience.everyone ? 'everyone' : 'chosen'}
        onChange={(value) => onChange({ ...audience, everyone: value === 'everyone' })}
      >
        <Stack gap={6} mt={6}>
          <Radio value="everyone" label="Everyone" />
          <Radio value="chosen" label="Chosen courses, years or roll numbers" />
        </Stack>
      </Radio.Group>
      <Loaded
        query={query}
        waiting={<Skeleton height={36} />}
        failure={(reason) =>
          `The courses and years could not be loaded. ${reason} What you chose is kept.`
        }
      >
        {(choices) =>
          !audience.everyone && (
            <Choosing
              audience={audience}
              choices={choices}
              unknown={reach.data?.unknown ?? []}
              onChange={onChange}
            />
          )
        }
      </Loaded>
      <Reach reach={reach.data} />
    </Stack>
  );
}

interface ChoosingProps {
  audience: Audience;
  choices: Choices;
  /** Roll numbers that nobody has. */
  unknown: string[];
  onChange: (audience: Audience) => void;
}

function Choosing({ audience, choices, unknown, onChange }: ChoosingProps) {
  return (
    <>
      <MultiSelect
        label="Courses"
        placeholder={audience.courses.length === 0 ? 'No course chosen' : ''}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'Clear the courses' }}
        nothingFoundMessage="No student has such a course."
        data={optionsOf(choices.courses, audience.courses)}
        value={audience.courses}
        onChange={(courses) => onChange({ ...audience, courses })}
      />
      <MultiSelect
        label="Years of graduation"
        placeholder={audience.years.length === 0 ? 'No year chosen' : ''}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'Clear the years' }}
        nothingFoundMessage="No student has such a year."
        data={optionsOf(choices.years, audience.years)}
        value={audience.years}
        onChange={(years) => onChange({ ...audience, years })}
      />
      <TagsInput
        label="Roll numbers"
        description="Type or paste them, with spaces, commas or line breaks between."
        splitChars={[',', ';', ' ', '\n', '\t']}
        acceptValueOnBlur
        clearable
        clearButtonProps={{ 'aria-label': 'Clear the roll numbers' }}
        value={audience.rollNumbers}
        onChange={(typed) => onChange({ ...audience, rollNumbers: toRollNumbers(typed) })}
        error={
          unknown.length > 0 &&
          `${unknown.join(', ')}: no student has ${unknown.length === 1 ? 'this roll number' : 'these roll numbers'} yet.`
        }
      />
      {unknown.length > 0 && (
        <Button
          variant="default"
          size="xs"
          style={{ alignSelf: 'start' }}
          onClick={() =>
            onChange({
              ...audience,
              rollNumbers: audience.rollNumbers.filter((id) => !unknown.includes(id)),
            })
          }
        >
          Take unknown roll numbers out
        </Button>
      )}
    </>
  );
}

function Reach({ reach }: { reach: Reached | undefined }) {
  return (
    <Text component="output" size="sm" c="dimmed">
      {reach &&
        `${reach.reached === 1 ? '1 student' : `${reach.reached} students`} of ${reach.students}`}
    </Text>
  );
}

/** What is chosen stays on offer, also when no student has it any more. */
function optionsOf(choices: StudentChoice[], chosen: string[]) {
  const offered = choices.map(({ name, students }) => ({
    value: name,
    label: `${name} (${students})`,
  }));
  const missing = chosen.filter((name) => choices.every((choice) => choice.name !== name));
  return [...offered, ...missing.map((name) => ({ value: name, label: `${name} (0)` }))];
}

function toRollNumbers(typed: string[]): string[] {
  return [...new Set(typed.flatMap((text) => text.toLowerCase().split(/[\s,;]+/)))].filter(Boolean);
}
