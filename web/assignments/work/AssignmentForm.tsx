import { Button, Group, Paper, Stack, Text, TextInput } from '@mantine/core';
import IconUpload from '~icons/upload';
import type { Audience } from '@vlabs/contract/students/audience';
import { type ReactNode, type SubmitEvent, useRef, useState } from 'react';
import { linkOf } from '../../platform/files/file-links.ts';
import { useUpload } from '../../platform/files/use-upload.ts';
import { ClassChoice } from '../../classes/ClassChoice.tsx';
import { AudiencePicker } from '../../students/AudiencePicker.tsx';
import { FormMessage } from '../../ui/FormMessage.tsx';
import { MomentInWords } from '../../ui/dates/MomentInWords.tsx';
import { UploadProgress } from '../../ui/progress/UploadProgress.tsx';
import type { AssignmentValues } from './assignment-form.ts';
import classes from './AssignmentForm.module.css';
import { AssignmentFile } from '../parts/AssignmentFile.tsx';
import { ProgramFields } from './ProgramFields.tsx';
import { StatementField } from './StatementField.tsx';

interface AssignmentFormProps {
  values: AssignmentValues;
  onChange: (change: Partial<AssignmentValues>) => void;
  submitLabel: string;
  /** Submits the form with the link of the uploaded file. */
  onSubmit: (file: { path: string; filename: string }) => void;
  /** Called if the upload failed, with a message for the user. */
  onUploadFailed: () => void;
  isBusy: boolean;
  /** Errors of the server or the form, by field. */
  errors: Record<string, string>;
  refusal: string | null;
  /** Further fields, after the students. */
  children?: ReactNode;
}

/** Form for the text, file, audience and due time. A chosen file is uploaded on submit. */
export function AssignmentForm(props: AssignmentFormProps) {
  const { values, onChange, submitLabel, onSubmit, onUploadFailed, isBusy, errors } = props;
  const [file, setFile] = useState<File | null>(null);
  const { state, upload, resume, cancel } = useUpload('assignments');
  const uploaded = useRef<{ file: File; path: string } | null>(null);

  async function send(sending: () => Promise<{ path: string } | null>): Promise<void> {
    if (file === null) {
      onSubmit({ path: values.path, filename: values.filename });
      return;
    }
    const stored = uploaded.current?.file === file ? uploaded.current : await sending();
    if (stored === null) {
      onUploadFailed();
      return;
    }
    uploaded.current = { file, path: stored.path };
    onSubmit({ path: stored.path, filename: file.name });
  }

  const withLink = async (sent: ReturnType<typeof upload>) => {
    const stored = await sent;
    return stored && { path: linkOf(stored) };
  };

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    void send(async () => (file ? withLink(upload(file)) : null));
  }

  return (
    <form noValidate onSubmit={submit}>
      <div className={classes.columns}>
        <Paper withBorder p="lg">
          <Stack gap="lg">
            <AssignmentFile
              chosen={file}
              kept={values.filename}
              isBusy={state.phase === 'sending'}
              error={errors['path'] ?? null}
              onChoose={setFile}
              onRemove={() => {
                setFile(null);
                onChange({ path: '', filename: '' });
              }}
            />
            <UploadProgress
              state={state}
              onCancel={cancel}
              onResume={() => void send(() => withLink(resume()))}
            />
            <StatementField
              text={values.text}
              error={errors['text'] ?? errors['assignment'] ?? null}
              onChange={(text) => onChange({ text })}
            />
          </Stack>
        </Paper>
        <Paper withBorder p="lg">
          <Stack gap="md">
            <TextInput
              label="Title"
              description="Defaults to the first line of the text or the file name"
              value={values.title}
              error={errors['title']}
              onChange={(event) => onChange({ title: event.currentTarget.value })}
            />
            <TextInput
              label="Due"
              type="datetime-local"
              description={
                <MomentInWords
                  typed={values.dueAt}
                  without="Indian Standard Time. Leave empty for no due time."
                />
              }
              value={values.dueAt}
              error={errors['dueAt']}
              onChange={(event) => onChange({ dueAt: event.currentTarget.value })}
            />
            <ProgramFields values={values} errors={errors} onChange={onChange} />
            <TextInput
              label="Full marks"
              inputMode="decimal"
              value={values.maxMarks}
              error={errors['maxMarks']}
              onChange={(event) => onChange({ maxMarks: event.currentTarget.value })}
            />
            <ForWhom
              audience={values.audience}
              error={errors['audience.everyone'] ?? errors['audience'] ?? null}
              onChange={(audience) => onChange({ audience })}
            />
            {props.children}
            <FormMessage message={props.refusal} />
            <Group justify="flex-end">
              {state.phase === 'sending' && (
                <Text size="sm" c="dimmed">
                  Uploading the file…
                </Text>
              )}
              <Button
                type="submit"
                leftSection={<IconUpload size={16} aria-hidden />}
                loading={isBusy || state.phase === 'sending'}
              >
                {submitLabel}
              </Button>
            </Group>
          </Stack>
        </Paper>
      </div>
    </form>
  );
}

interface ForWhomProps {
  audience: Audience;
  error: string | null;
  onChange: (audience: Audience) => void;
}

function ForWhom({ audience, error, onChange }: ForWhomProps) {
  return (
    <>
      <ClassChoice audience={audience} onChange={onChange} />
      <AudiencePicker audience={audience} error={error} onChange={onChange} />
    </>
  );
}
