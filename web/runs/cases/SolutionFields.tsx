import { NativeSelect, Text } from '@mantine/core';
import { Language, languageOf, languages } from '@vlabs/contract/runs/languages';
import { CodeField } from './CodeField.tsx';
import classes from './cases.module.css';

interface Solution {
  language: Language;
  text: string;
}

interface SolutionFieldsProps {
  solution: Solution;
  /** The languages that students may use. */
  allowed: readonly Language[];
  /** Of the solution, such as `Key.solution`. */
  path: string;
  /** A sentence below the heading. */
  about?: string;
  mistakes: Readonly<Record<string, string>>;
  onChange: (solution: Solution) => void;
}

/** The teacher's own program. */
export function SolutionFields(props: SolutionFieldsProps) {
  const { solution, allowed, path, about, mistakes, onChange } = props;
  const offered = languages.filter(({ key }) => allowed.includes(key) || key === solution.language);
  const { name } = languageOf(solution.language);
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>Solution</legend>
      {about !== undefined && (
        <Text size="sm" c="dimmed">
          {about}
        </Text>
      )}
      <NativeSelect
        label="Language of the solution"
        className={classes.choice ?? ''}
        name={`${path}.language`}
        value={solution.language}
        error={mistakes[`${path}.language`]}
        data={offered.map(({ key, name: label }) => ({ value: key, label }))}
        onChange={({ currentTarget: { value } }) =>
          onChange({ ...solution, language: Language.parse(value) })
        }
      />
      <CodeField
        key={solution.language}
        label={`Solution in ${name}`}
        name={`${path}.text`}
        language={solution.language}
        text={solution.text}
        mistake={mistakes[`${path}.text`]}
        onChange={(text) => onChange({ ...solution, text })}
      />
    </fieldset>
  );
}
