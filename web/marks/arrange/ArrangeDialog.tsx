import { Button, Group, Stack, Tabs } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Arrangement } from '@vlabs/contract/marks/arrangement';
import { type Sheet, arrangeMarks, getMarksSheet } from '@vlabs/contract/marks/marks';
import { useState } from 'react';
import { call, messageOf } from '../../platform/calls/call.ts';
import { fieldErrors } from '../../platform/calls/form-errors.ts';
import { useRefresh } from '../../platform/calls/query-of.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { FormMessage } from '../../ui/FormMessage.tsx';
import { toastSuccess } from '../../ui/toast.ts';
import { readDraft, startDraft } from './arrange-draft.ts';
import { ArrangePreview } from './ArrangePreview.tsx';
import { ExportFields } from './ExportFields.tsx';
import { GroupFields } from './GroupFields.tsx';
import { WorkPlaces } from './WorkPlaces.tsx';

/** Arranges totals and exports of a sheet, with a preview. */
export function ArrangeDialog({ sheet, onClose }: { sheet: Sheet; onClose: () => void }) {
  const [start] = useState(() => startDraft(sheet));
  const [draft, setDraft] = useState(start);
  const [isChecked, setIsChecked] = useState(false);
  const [tab, setTab] = useState('groups');
  const refresh = useRefresh(getMarksSheet);
  const { classId, version } = sheet;
  const typed = readDraft(draft);
  const errors = isChecked ? fieldErrors(Arrangement, typed) : {};
  const { mutate, isPending, error } = useMutation({
    mutationFn: (arrangement: Arrangement) =>
      call(arrangeMarks, { params: { classId }, body: { version, arrangement } }),
    onSuccess: async () => {
      await refresh();
      toastSuccess('Saved.');
      onClose();
    },
  });
  const save = () => {
    setIsChecked(true);
    const read = Arrangement.safeParse(typed);
    if (read.success) mutate(read.data);
    else setTab(isOfExport(read.error.issues[0]?.path[0]) ? 'export' : 'groups');
  };
  const props = { sheet, draft, errors, onChange: setDraft };
  return (
    // What was typed is not lost by a click outside.
    <Dialog title="Arrange the sheet" size="wide" {...(draft === start && { onClose })}>
      <Stack gap="lg">
        <Tabs value={tab} onChange={(next) => setTab(next ?? 'groups')} keepMounted={false}>
          <Tabs.List mb="md">
            <Tabs.Tab value="groups">Groups</Tabs.Tab>
            <Tabs.Tab value="works">Tests and assignments</Tabs.Tab>
            <Tabs.Tab value="export">Export</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="groups">
            <GroupFields {...props} />
          </Tabs.Panel>
          <Tabs.Panel value="works">
            <WorkPlaces {...props} />
          </Tabs.Panel>
          <Tabs.Panel value="export">
            <ExportFields {...props} />
          </Tabs.Panel>
        </Tabs>
        <ArrangePreview sheet={sheet} typed={typed} />
        <FormMessage message={error ? messageOf(error) : (Object.values(errors)[0] ?? null)} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button loading={isPending} onClick={save}>
            Save
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

const isOfExport = (part: PropertyKey | undefined) => part === 'form' || part === 'decimals';
