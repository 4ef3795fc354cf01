import { Anchor, Select, Text } from '@mantine/core';
import { type Audience, EVERYONE } from '@vlabs/contract/students/audience';
import { Link } from 'react-router';
import { messageOf } from '../platform/calls/call.ts';
import { useIsCampusAdmin, useIsStaff, useMakesClasses } from '../platform/calls/use-account.ts';
import { Failed } from '../ui/states.tsx';
import { classesPath } from './calls/class-words.ts';
import { mayWriteIn, type NamedClass, useClassSearch } from './use-class-search.ts';

interface ClassChoiceProps {
  audience: Audience;
  /** The chosen class; null means the whole campus. */
  onChange: (audience: Audience, chosen: NamedClass | null) => void;
}

/**
 * Chooses the class of a test or assignment among those where the caller may edit; hidden if the campus has no
 * classes.
 */
export function ClassChoice({ audience, onChange }: ClassChoiceProps) {
  const chosen = audience.inClass?.classId ?? null;
  const isCampusAdmin = useIsCampusAdmin();
  const isStaff = useIsStaff();
  const { hasAny, failure, field, find } = useClassSearch(chosen, mayWriteIn);
  if (failure) {
    return (
      <Failed
        message={`Your classes could not be loaded. ${messageOf(failure.error)}`}
        onRetry={() => void failure.refetch()}
        isRetrying={failure.isFetching}
      />
    );
  }
  if (hasAny === false && isStaff) return <NoClass />;
  if (!hasAny) return null;
  const choose = (classId: string | null) => {
    const named = find(classId);
    const inClass = named && { inClass: { classId: named.classId, sections: [] } };
    onChange({ ...EVERYONE, ...inClass }, named);
  };
  return (
    <Select
      label="Class"
      placeholder={isCampusAdmin ? 'The whole campus' : 'Choose the class'}
      description={isCampusAdmin ? 'Without a class, it’s for the whole campus.' : undefined}
      {...field}
      clearable={isCampusAdmin}
      clearButtonProps={{ 'aria-label': 'For the whole campus' }}
      allowDeselect={isCampusAdmin}
      value={chosen}
      onChange={choose}
    />
  );
}

/** For staff who may not edit in any class. */
export function NoClass() {
  const mayMake = useMakesClasses();
  return (
    <Text size="sm">
      You can’t write tests or assignments in any class yet.{' '}
      {mayMake ? (
        <>
          Create a class under{' '}
          <Anchor component={Link} to={classesPath}>
            Classes
          </Anchor>
          .
        </>
      ) : (
        'Ask the owner of a class to make you a teacher of it.'
      )}
    </Text>
  );
}
