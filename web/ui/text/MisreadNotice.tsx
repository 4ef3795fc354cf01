import { Button } from '@mantine/core';
import IconAlertTriangle from '~icons/alert-triangle';
import { plainToMarkdown } from '@vlabs/contract/text/plain-text';
import { useMemo } from 'react';
import { findMisread } from './misread-text.ts';
import classes from './MarkdownField.module.css';

interface MisreadNoticeProps {
  text: string;
  isOption: boolean;
  onKeep: (text: string) => void;
}

const MAX_SHOWN = 80;

/** Warns while typing, and offers to escape the text so that every character is shown. */
export function MisreadNotice({ text, isOption, onKeep }: MisreadNoticeProps) {
  const shown = useMemo(() => findMisread(text, isOption), [text, isOption]);
  if (shown === null) return null;
  return (
    <output className={classes.notice}>
      <IconAlertTriangle size={16} aria-hidden className={classes.icon ?? ''} />
      <span>{shown === '' ? 'Students see nothing here.' : `Students see: ${shorten(shown)}`}</span>
      <Button
        size="compact-sm"
        variant="default"
        onClick={() => onKeep(plainToMarkdown(text.trim()))}
      >
        Show as typed
      </Button>
    </output>
  );
}

const shorten = (text: string): string =>
  text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN).toWellFormed()}…` : text;
