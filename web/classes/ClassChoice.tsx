import { Anchor, Select, Text } from '@mantine/core';
import { type Audience, EVERYONE } from '@vlabs/contract/people/audience';
import { Link } from 'react-router';
import { messageOf } from '../platform/calls/call.ts';
import { useIsCampusAdmin, useIsStaff, useMakesClasses } from '../platform/calls/use-account.ts';
import { Failed } from '../ui/states.tsx';
import { classesPath } from './class-words.ts';
import { mayWriteIn, type NamedClass, useClassSearch } from './use-class-search.ts';

interface ClassChoiceProps {
  audience: Audience;
  /** With the class that was chosen; null is the whole campus. */
  onChange: (audience: Audience, chosen: NamedClass | null) => void;
}

/** The class that work is for, of those in which the caller may write; nothing where the campus has none. */
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
      description={isCampusAdmin ? 'Without one, it is for the whole campus.' : undefined}
      {...field}
      clearable={isCampusAdmin}
      clearButtonProps={{ 'aria-label': 'For the whole campus' }}
      allowDeselect={isCampusAdmin}
      value={chosen}
      onChange={choose}
    />
  );
}

/** Of staff who may write in no class: how they come to one. */
function NoClass() {
  const mayMake = useMakesClasses();
  return (
    <Text size="sm">
      This is given to a class, and you teach none yet.{' '}
      {mayMake ? (
        <>
          Make one under{' '}
          <Anchor component={Link} to={classesPath}>
            Classes
          </Anchor>
          .
        </>
      ) : (
        'Ask a campus admin for one.'
      )}
    </Text>
  );
}
