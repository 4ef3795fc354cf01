import { CloseButton, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import '@mantine/dropzone/styles.css';
import IconFileUpload from '~icons/file-upload';
import { formatSize } from '../../ui/progress/sizes.ts';
import classes from '../work/AssignmentForm.module.css';

interface AssignmentFileProps {
  chosen: File | null;
  /** Name of the file that the assignment already has; empty if it has none. */
  kept: string;
  isBusy: boolean;
  error: string | null;
  onChoose: (file: File) => void;
  onRemove: () => void;
}

/** The optional file of an assignment, dropped or chosen. */
export function AssignmentFile(props: AssignmentFileProps) {
  const { chosen, kept, isBusy, error, onChoose, onRemove } = props;
  const name = chosen?.name ?? kept;
  return (
    <div>
      <Dropzone
        className={classes.drop ?? ''}
        multiple={false}
        disabled={isBusy}
        inputProps={{ 'aria-label': 'Assignment file' }}
        aria-label="Choose the assignment file, or drop it here"
        onDrop={([file]: File[]) => file && onChoose(file)}
      >
        <IconFileUpload size={26} stroke={1.5} aria-hidden />
        <Text fw={550}>
          {name === '' ? 'Drop a file here, or choose one' : 'Choose another file'}
        </Text>
        <Text size="sm" c="dimmed">
          A PDF, an image, a ZIP file: anything that your students can open. You can also type the
          question below, or do both.
        </Text>
      </Dropzone>
      {name !== '' && (
        <p className={classes.chosen}>
          <span>
            {name}
            {chosen && ` (${formatSize(chosen.size)})`}
          </span>
          <CloseButton aria-label={`Remove ${name}`} disabled={isBusy} onClick={onRemove} />
        </p>
      )}
      {error !== null && (
        <Text size="sm" c="var(--mantine-color-error)" mt={6}>
          {error}
        </Text>
      )}
    </div>
  );
}
