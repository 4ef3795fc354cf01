import { Textarea } from '@mantine/core';
import { type ReactNode, Suspense } from 'react';
import { lazyPart } from '../frame/lazy-part.ts';
import classes from './MarkdownField.module.css';

interface MarkdownFieldProps {
  label: string;
  name: string;
  value: string;
  error: ReactNode;
  description?: string;
  rows: { min: number; max: number };
  isOption?: boolean;
  onChange: (value: string) => void;
}

const MisreadNotice = lazyPart(async () => (await import('./MisreadNotice.tsx')).MisreadNotice);

/** A Markdown field for questions. It warns about plain text that Markdown would change. */
export function MarkdownField(props: MarkdownFieldProps) {
  const { rows, isOption = false, onChange, description, ...field } = props;
  return (
    <div className={classes.field}>
      <Textarea
        {...field}
        {...(description !== undefined && { description })}
        required
        autosize
        minRows={rows.min}
        maxRows={rows.max}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        onChange={({ currentTarget: { value } }) => onChange(value)}
      />
      <Suspense fallback={null}>
        <MisreadNotice text={field.value} isOption={isOption} onKeep={onChange} />
      </Suspense>
    </div>
  );
}
