import { MultiSelect, Radio, Skeleton, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Audience } from '@vlabs/contract/students/audience';
import {
  getAudienceReach,
  listAudienceChoices,
  type StudentChoice,
} from '@vlabs/contract/students/audience-choices';
import type { z } from 'zod';
import { queryOf } from '../platform/calls/query-of.ts';
import { useIsCampusAdmin, useIsStaff } from '../platform/calls/use-account.ts';
import { FormMessage } from '../ui/FormMessage.tsx';
import { ClassAudience } from './ClassAudience.tsx';
import { RollNumbersField } from './RollNumbersField.tsx';
import { Loaded } from '../ui/states.tsx';

interface AudiencePickerProps {
  audience: Audience;
  onChange: (audience: Audience) => void;
  /** An error from the server or the form. */
  error?: string | null;
}

type Choices = z.output<typeof listAudienceChoices.reply>['data'];
type Reached = z.output<typeof getAudienceReach.reply>['data'];

/**
 * The audience of a test or assignment: everyone, or courses, years and roll numbers, or part of a class; shows how
 * many students it admits.
 */
export function AudiencePicker({ audience, onChange, error = null }: AudiencePickerProps) {
  const { inClass } = audience;
  const isCampusAdmin = useIsCampusAdmin();
  const isStaff = useIsStaff();
  const reach = useQuery({
    ...queryOf(getAudienceReach, { body: audience }),
    placeholderData: keepPreviousData,
    enabled: isCampusAdmin || inClass !== undefined,
  });
  // Staff choose the class first.
  if (isStaff && !inClass) return <FormMessage message={error} />;
  const unknown = reach.data?.unknown ?? [];
  const shared = { unknown, error, onChange };
  return (
    <Stack gap="sm">
      {inClass ? (
        <ClassAudience audience={{ ...audience, inClass }} {...shared} />
      ) : (
        <CampusAudience audience={audience} {...shared} />
      )}
      <Reach reach={reach.data} />
    </Stack>
  );
}

interface CampusAudienceProps extends ChoosingProps {
  error: string | null;
}

function CampusAudience({
  audience,
  unknown,
  error,
  onChange,
}: Omit<CampusAudienceProps, 'choices'>) {
  const query = useQuery(queryOf(listAudienceChoices, {}));
  return (
    <>
      <Radio.Group
        label="Audience"
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
          `The courses and years could not be loaded. ${reason} Your selection is kept.`
        }
      >
        {(choices) =>
          !audience.everyone && (
            <Choosing audience={audience} choices={choices} unknown={unknown} onChange={onChange} />
          )
        }
      </Loaded>
    </>
  );
}

interface ChoosingProps {
  audience: Audience;
  choices: Choices;
  /** Unknown roll numbers. */
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
        clearButtonProps={{ 'aria-label': 'Clear courses' }}
        nothingFoundMessage="No student has this course."
        data={optionsOf(choices.courses, audience.courses)}
        value={audience.courses}
        onChange={(courses) => onChange({ ...audience, courses })}
      />
      <MultiSelect
        label="Years of graduation"
        placeholder={audience.years.length === 0 ? 'No year chosen' : ''}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'Clear years' }}
        nothingFoundMessage="No student has this year."
        data={optionsOf(choices.years, audience.years)}
        value={audience.years}
        onChange={(years) => onChange({ ...audience, years })}
      />
      <RollNumbersField audience={audience} unknown={unknown} onChange={onChange} />
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

/** Chosen values stay available even if no student has them any more. */
function optionsOf(choices: StudentChoice[], chosen: string[]) {
  const offered = choices.map(({ name, students }) => ({
    value: name,
    label: `${name} (${students})`,
  }));
  const missing = chosen.filter((name) => choices.every((choice) => choice.name !== name));
  return [...offered, ...missing.map((name) => ({ value: name, label: `${name} (0)` }))];
}
