import { Textarea } from '@mantine/core';
import classes from './cases.module.css';

interface CaseTextProps {
  label: string;
  /** If the visible label is not unique. */
  fullLabel?: string;
  name: string;
  text: string;
  mistake: string | undefined;
  onChange: (text: string) => void;
}

/** An input or an output. */
export function CaseText({ label, fullLabel, name, text, mistake, onChange }: CaseTextProps) {
  return (
    <Textarea
      label={label}
      aria-label={fullLabel ?? label}
      name={name}
      autosize
      minRows={2}
      maxRows={12}
      spellCheck={false}
      classNames={{ input: classes.text ?? '' }}
      value={text}
      error={mistake}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
