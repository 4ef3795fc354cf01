import { SegmentedControl, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Work } from './ClassComparison.tsx';
import type { Term } from './term.ts';

interface TermChoiceProps {
  term: Term;
  work: Work;
  onChoose: (name: string, value: string) => void;
}

/** The days of a term, and what is compared. */
export function TermChoice({ term, work, onChoose }: TermChoiceProps) {
  return (
    <>
      <DayField label="From" day={term.from} onChoose={(day) => onChoose('from', day)} />
      <DayField label="To" day={term.to} onChoose={(day) => onChoose('to', day)} />
      <SegmentedControl
        aria-label="What is compared"
        data={[
          { value: 'quizzes', label: 'Tests' },
          { value: 'assignments', label: 'Assignments' },
        ]}
        value={work}
        onChange={(value) => onChoose('work', value)}
      />
    </>
  );
}

interface DayFieldProps {
  label: string;
  day: string;
  onChoose: (day: string) => void;
}

/** While a date is incomplete, the previous one applies. */
function DayField({ label, day, onChoose }: DayFieldProps) {
  const [isHalfTyped, setIsHalfTyped] = useState(false);
  return (
    <TextInput
      type="date"
      label={label}
      value={isHalfTyped ? '' : day}
      onChange={({ currentTarget: { value } }) => {
        setIsHalfTyped(value === '');
        if (value !== '') onChoose(value);
      }}
    />
  );
}
