import { Checkbox, Select, Textarea } from '@mantine/core';
import { useOfferedLanguages } from '../../runs/languages/offered-languages.ts';
import classes from './AssignmentForm.module.css';

interface ProgramFieldsProps {
  /** `language` is empty for any language; then there is no starter code. */
  values: { language: string; starterCode: string; canStep: boolean };
  errors: Record<string, string>;
  onChange: (change: { language?: string; starterCode?: string; canStep?: boolean }) => void;
}

/** The language of the programs and their starter code. */
export function ProgramFields(props: ProgramFieldsProps) {
  const { errors, onChange } = props;
  const { language, starterCode, canStep } = props.values;
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
      <Checkbox
        label="Students may step through their programs"
        description="They see each line run, with its variables. Never during a test."
        checked={canStep}
        onChange={(event) => onChange({ canStep: event.currentTarget.checked })}
      />
    </>
  );
}
