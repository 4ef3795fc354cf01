import { NativeSelect } from '@mantine/core';
import { Language, languageOf, languages } from '@vlabs/contract/running/languages';
import type { KeyProps } from '../../view.tsx';
import { CodeField } from './CodeField.tsx';
import classes from './editor.module.css';
import type { ProgramBody, ProgramKey } from '../program.ts';

/** The teacher's own program. */
export function SolutionFields(props: KeyProps<ProgramBody, ProgramKey>) {
  const { body, answerKey, mistakes, onKey } = props;
  const { solution } = answerKey;
  const change = (changes: Partial<ProgramKey['solution']>) =>
    onKey({ ...answerKey, solution: { ...solution, ...changes } });
  const offered = languages.filter(
    ({ key }) => body.languages.includes(key) || key === solution.language,
  );
  const { name } = languageOf(solution.language);
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>Solution</legend>
      <NativeSelect
        label="Language of the solution"
        className={classes.choice ?? ''}
        name="Key.solution.language"
        value={solution.language}
        error={mistakes['Key.solution.language']}
        data={offered.map(({ key, name: label }) => ({ value: key, label }))}
        onChange={({ currentTarget: { value } }) => change({ language: Language.parse(value) })}
      />
      <CodeField
        key={solution.language}
        label={`Solution in ${name}`}
        name="Key.solution.text"
        language={solution.language}
        text={solution.text}
        mistake={mistakes['Key.solution.text']}
        onChange={(text) => change({ text })}
      />
    </fieldset>
  );
}
