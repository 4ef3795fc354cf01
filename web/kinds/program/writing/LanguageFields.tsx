import { Checkbox, Group, NativeSelect } from '@mantine/core';
import { areQueries, type Language, languageOf, languages } from '@vlabs/contract/runs/languages';
import { useState } from 'react';
import { useOfferedLanguages } from '../../../runs/languages/offered-languages.ts';
import { showLinesOf } from '../../../ui/progress/show-part.ts';
import type { EditorProps } from '../../parts/view.tsx';
import { CodeField } from '../../../runs/cases/CodeField.tsx';
import { Disclosure } from '../../../runs/cases/Disclosure.tsx';
import classes from '../../../runs/cases/cases.module.css';
import type { ProgramBody, ProgramKey } from '@vlabs/contract/kinds/program/program';

type Props = Pick<EditorProps<ProgramBody, ProgramKey>, 'body' | 'mistakes' | 'onBody'>;

/** The allowed languages, and the text that each begins with. */
export function LanguageFields({ body, mistakes, onBody }: Props) {
  const { languages: allowed } = body;
  const offered = useOfferedLanguages(allowed.map((key) => languageOf(key).id));
  const [first] = allowed;
  return (
    <>
      <Checkbox.Group
        label="Languages"
        error={mistakes['Body.languages']}
        value={allowed}
        onChange={(values) => onBody(withLanguages(body, inOrder(values, first)))}
      >
        <Group gap="lg" mt="xs">
          {offered.map(({ key, name }) => (
            <Checkbox key={key} name="Body.languages" value={key} label={name} />
          ))}
        </Group>
      </Checkbox.Group>
      {allowed.length > 1 && (
        <NativeSelect
          label="Preselected language"
          className={classes.choice ?? ''}
          value={first}
          data={languages
            .filter(({ key }) => allowed.includes(key))
            .map(({ key, name }) => ({ value: key, label: name }))}
          onChange={({ currentTarget: { value } }) =>
            onBody({ ...body, languages: inOrder(allowed, value) })
          }
        />
      )}
      {allowed.length > 0 && <Starters body={body} mistakes={mistakes} onBody={onBody} />}
    </>
  );
}

/** Queries are compared by their rows, unless the author chose another way. */
function withLanguages(body: ProgramBody, chosen: Language[]): ProgramBody {
  const isNew =
    areQueries(chosen) && !areQueries(body.languages) && body.comparison === 'ignoring-space';
  return { ...body, languages: chosen, ...(isNew && { comparison: 'rows' as const }) };
}

/** The preselected one first, the others in the order of the list. */
function inOrder(chosen: readonly string[], first: string | undefined): Language[] {
  const ordered = languages.map(({ key }) => key).filter((key) => chosen.includes(key));
  return ordered.toSorted((one, other) => Number(other === first) - Number(one === first));
}

function Starters({ body, mistakes, onBody }: Props) {
  const [open, setOpen] = useState<Language | null>(null);
  const { starters } = body;
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>Starters</legend>
      <div className={classes.parts}>
        {languages
          .filter(({ key }) => body.languages.includes(key))
          .map(({ key, name }) => {
            const { [key]: text = '', ...others } = starters;
            const mistake = mistakes[`Body.starters.${key}`];
            return (
              <Disclosure
                key={key}
                heading={`Starter in ${name}`}
                summary={text.trim() === '' ? 'empty' : showLinesOf(text)}
                isOpen={open === key || mistake !== undefined}
                isFaulty={mistake !== undefined}
                onToggle={() => setOpen(open === key ? null : key)}
              >
                <CodeField
                  label={`Starter in ${name}`}
                  name={`Body.starters.${key}`}
                  language={key}
                  text={text}
                  mistake={mistake}
                  onChange={(typed) =>
                    onBody({
                      ...body,
                      starters: typed === '' ? others : { ...others, [key]: typed },
                    })
                  }
                />
              </Disclosure>
            );
          })}
      </div>
    </fieldset>
  );
}
