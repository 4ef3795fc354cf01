import { Select } from '@mantine/core';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { useClassInAddress } from '../platform/use-class-in-address.ts';
import classes from './ClassSwitch.module.css';
import { hadSwitch, rememberClass, rememberSwitch } from './remembered-class.ts';
import { useClassSearch } from './use-class-search.ts';

const ALL = { value: '', label: 'All classes' };

/** Filters the lists below by class; remembered, and hidden if there are no classes. */
export function ClassSwitch({ userId }: { userId: string }) {
  const chosen = useClassInAddress();
  const [, setAddress] = useSearchParams();
  const { hasAny, field } = useClassSearch(chosen);
  useEffect(() => {
    if (hasAny !== undefined) rememberSwitch(userId, hasAny);
  }, [userId, hasAny]);
  if (!(hasAny ?? hadSwitch(userId))) return null;
  const choose = (classId: string | null) => {
    rememberClass(userId, classId || null);
    setAddress(
      (current) => {
        if (classId) current.set('class', classId);
        else current.delete('class');
        return current;
      },
      { preventScrollReset: true },
    );
  };
  return (
    <div className={classes.bar}>
      <Select
        label="Class"
        className={classes.choice ?? ''}
        {...field}
        allowDeselect={false}
        onSearchChange={(text) => field.onSearchChange(text === ALL.label ? '' : text)}
        data={[ALL, ...field.data]}
        value={chosen ?? ALL.value}
        onChange={choose}
      />
    </div>
  );
}
