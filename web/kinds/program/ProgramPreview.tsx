import { languageOf } from '@vlabs/contract/runs/languages';
import { CodeBlock } from '../../ui/text/CodeBlock.tsx';
import type { ProgramBody } from '@vlabs/contract/kinds/program/program';
import { GivenFiles } from './GivenFiles.tsx';
import { Samples } from './Samples.tsx';

/** What students get, without an editor. */
export function ProgramPreview({ body }: { body: ProgramBody }) {
  return (
    <>
      <Samples body={body} />
      {body.languages.map((language) => (
        <Starter key={language} body={body} language={language} />
      ))}
      <GivenFiles files={body.files} kind="read only" />
    </>
  );
}

function Starter({
  body,
  language,
}: {
  body: ProgramBody;
  language: ProgramBody['languages'][number];
}) {
  const { name } = languageOf(language);
  const text = body.starters[language] ?? '';
  if (text.trim() === '') return <div>{name}, starting with an empty editor</div>;
  return <CodeBlock text={text} language={language} title={`${name}, starting with`} />;
}
