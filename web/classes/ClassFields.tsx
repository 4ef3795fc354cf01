import { Button, NativeSelect, TextInput } from '@mantine/core';
import IconPlus from '~icons/plus';
import { useQuery } from '@tanstack/react-query';
import { listTerms } from '@vlabs/contract/classes/classes';
import { queryOf } from '../platform/calls/query-of.ts';
import { useIsCampusAdmin } from '../platform/calls/use-account.ts';
import type { useForm } from '../ui/Form.tsx';
import { Loaded } from '../ui/states.tsx';

type Typed = Record<'name' | 'subject' | 'termId' | 'code' | 'department', string>;

interface ClassFieldsProps {
  field: ReturnType<typeof useForm<Typed, unknown>>['field'];
  /** Opens the dialog for a new term. */
  onNewTerm?: () => void;
}

/** The name of a class and its term. */
export function ClassFields({ field, onNewTerm }: ClassFieldsProps) {
  const terms = useQuery(queryOf(listTerms, {}));
  return (
    <>
      <TextInput label="Name" required data-autofocus {...field('name')} />
      <TextInput label="Subject" required {...field('subject')} />
      <Loaded query={terms} waiting={null} failure="The terms could not be loaded.">
        {(known) => (
          <NativeSelect
            label="Term"
            required
            data={[
              { value: '', label: known.length === 0 ? 'No term yet' : 'Choose the term' },
              ...known.map(({ termId, name }) => ({ value: termId, label: name })),
            ]}
            {...field('termId')}
          />
        )}
      </Loaded>
      {onNewTerm && <NewTerm hasTerms={terms.data?.length !== 0} onNewTerm={onNewTerm} />}
      <TextInput
        label="Code"
        description="Optional. Student lists can use it. Must be unique in the term and department."
        {...field('code')}
      />
      <TextInput label="Department" description="Optional" {...field('department')} />
    </>
  );
}

function NewTerm({ hasTerms, onNewTerm }: { hasTerms: boolean; onNewTerm: () => void }) {
  const isCampusAdmin = useIsCampusAdmin();
  if (!isCampusAdmin) {
    return hasTerms ? null : <p>Ask a campus admin to create the first term.</p>;
  }
  return (
    <Button
      variant="default"
      size="xs"
      style={{ alignSelf: 'start' }}
      leftSection={<IconPlus size={14} aria-hidden />}
      onClick={onNewTerm}
    >
      New term
    </Button>
  );
}
