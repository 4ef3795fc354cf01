import { Select } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getStudent, listStudents, type Student } from '@vlabs/contract/students/students';
import { useDeferredValue, useState } from 'react';
import { queryOf } from '../../platform/calls/query-of.ts';
import classes from '../PerformancePage.module.css';

const SHOWN_AT_ONCE = 50;

const nameOf = ({ name, rollNumber }: Student) => `${name} (${rollNumber})`;

interface StudentChoiceProps {
  /** A roll number. */
  chosen: string | null;
  onChoose: (rollNumber: string) => void;
}

/** Chooses a student by words of the name or the roll number. */
export function StudentChoice({ chosen, onChoose }: StudentChoiceProps) {
  const [typed, setTyped] = useState('');
  const { data: shown } = useQuery({
    ...queryOf(getStudent, { params: { rollNumber: chosen ?? '' } }),
    enabled: chosen !== null,
  });
  // The chosen student's name is not a search.
  const search = useDeferredValue(shown && typed === nameOf(shown) ? '' : typed.trim());
  const { data } = useQuery({
    ...queryOf(listStudents, { query: { max: SHOWN_AT_ONCE, ...(search !== '' && { search }) } }),
    placeholderData: keepPreviousData,
  });
  const found = data?.students ?? [];
  const isMissing = shown && !found.some(({ rollNumber }) => rollNumber === shown.rollNumber);
  return (
    <Select
      label="Student"
      placeholder="Type a name or a roll number"
      className={classes.choice ?? ''}
      searchable
      allowDeselect={false}
      nothingFoundMessage="No students match."
      // The server has already filtered.
      filter={({ options }) => options}
      onSearchChange={setTyped}
      data={(isMissing ? [shown, ...found] : found).map((student) => ({
        value: student.rollNumber,
        label: nameOf(student),
      }))}
      value={shown?.rollNumber ?? chosen}
      onChange={(value) => value !== null && onChoose(value)}
    />
  );
}
