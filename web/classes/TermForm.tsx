import { SimpleGrid, TextInput } from '@mantine/core';
import { createTerm } from '@vlabs/contract/classes/classes';
import { call } from '../platform/calls/call.ts';
import { useRefresh } from '../platform/calls/query-of.ts';
import { fieldErrors } from '../platform/calls/form-errors.ts';
import { writeOutDay } from '../ui/dates/dates.ts';
import { Form, useForm } from '../ui/Form.tsx';
import { changedCalls } from './calls/use-classes.ts';

interface TermFormProps {
  onMade: (termId: string) => void;
  onCancel: () => void;
}

/** A term: its name, first and last day. */
export function TermForm({ onMade, onCancel }: TermFormProps) {
  const refresh = useRefresh(...changedCalls);
  const form = useForm({
    initial: { name: '', startsOn: '', endsOn: '' },
    check: (values) => fieldErrors(createTerm.body, values),
    send: (body) => call(createTerm, { body }),
    onSent: async ({ data }) => {
      await refresh();
      onMade(data.termId);
    },
  });
  const { startsOn, endsOn } = form.values;
  return (
    <Form form={form} submitLabel="Create term" onCancel={onCancel}>
      <TextInput
        label="Name"
        description="For example, Autumn 2026"
        required
        data-autofocus
        {...form.field('name')}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TextInput
          label="First day"
          type="date"
          required
          description={startsOn === '' ? ' ' : writeOutDay(startsOn)}
          {...form.field('startsOn')}
        />
        <TextInput
          label="Last day"
          type="date"
          required
          description={endsOn === '' ? ' ' : writeOutDay(endsOn)}
          {...form.field('endsOn')}
        />
      </SimpleGrid>
    </Form>
  );
}
