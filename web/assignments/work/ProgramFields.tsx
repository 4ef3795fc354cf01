import { Select, Textarea } from '@mantine/core';
import { useOfferedLanguages } from '../../runs/languages/offered-languages.ts';
import classes from './AssignmentForm.module.css';

interface ProgramFieldsProps {
  /** Empty for any language; then there is no starter code. */
  language: string;
  starterCode: string;
  errors: Record<string, string>;
  onChange: (change: { language?: string; starterCode?: string }) => void;
}

/** The language of the programs and their starter code. */
export function ProgramFields({ language, starterCode, errors, onChange }: ProgramFieldsProps) {
  const hasLanguage = language !== '';
  const offered = useOfferedLanguages([hasLanguage ? Number(language) : null]);
  return (
    <>
      <Select
        label="Language"
        placeholder="Any language"
        clearable
        clearButtonProps={{ 'aria-label': 'Any language' }}
        data={offered.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={hasLanguage ? language : null}
        error={errors['language']}
        onChange={(chosen) => onChange({ language: chosen ?? '' })}
      />
      <Textarea
        label="Starter code"
        description={
          hasLanguage
            ? 'Students start from this in the Workspace. Similarity checks ignore it.'
            : 'Choose a language first'
        }
        disabled={!hasLanguage}
        autosize
        minRows={3}
        maxRows={14}
        spellCheck={false}
        autoCapitalize="off"
        autoCorrect="off"
        classNames={{ input: classes.code ?? '' }}
        value={hasLanguage ? starterCode : ''}
        error={errors['starterCode']}
        onChange={(event) => onChange({ starterCode: event.currentTarget.value })}
      />
    </>
  );
}
