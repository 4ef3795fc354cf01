import { MultiSelect, Radio, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Audience } from '@vlabs/contract/students/audience';
import { getClass } from '@vlabs/contract/classes/classes';
import { queryOf } from '../platform/calls/query-of.ts';
import { RollNumbersField } from './RollNumbersField.tsx';

interface ClassAudienceProps {
  audience: Audience & { inClass: NonNullable<Audience['inClass']> };
  unknown: string[];
  error: string | null;
  onChange: (audience: Audience) => void;
}

/** The audience within a class: everyone, or some sections and roll numbers. */
export function ClassAudience({ audience, unknown, error, onChange }: ClassAudienceProps) {
  const { inClass } = audience;
  const { data } = useQuery(queryOf(getClass, { params: { classId: inClass.classId } }));
  const sections = data?.sections ?? [];
  return (
    <>
      <Radio.Group
        label="Audience"
        error={error}
        value={audience.everyone ? 'everyone' : 'chosen'}
        onChange={(value) => onChange({ ...audience, everyone: value === 'everyone' })}
      >
        <Stack gap={6} mt={6}>
          <Radio value="everyone" label="Everyone in the class" />
          <Radio
            value="chosen"
            label={sections.length > 0 ? 'Chosen sections or roll numbers' : 'Chosen roll numbers'}
          />
        </Stack>
      </Radio.Group>
      {!audience.everyone && sections.length > 0 && (
        <MultiSelect
          label="Sections"
          placeholder={inClass.sections.length === 0 ? 'No section chosen' : ''}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': 'Clear sections' }}
          data={sections.map(({ sectionId, name, students }) => ({
            value: sectionId,
            label: `${name} (${students})`,
          }))}
          value={inClass.sections}
          onChange={(chosen) =>
            onChange({ ...audience, inClass: { ...inClass, sections: chosen } })
          }
        />
      )}
      {!audience.everyone && (
        <RollNumbersField audience={audience} unknown={unknown} onChange={onChange} />
      )}
    </>
  );
}
