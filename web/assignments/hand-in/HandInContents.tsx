import { Anchor, Stack, Text, Group, Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { HandIn } from '@vlabs/contract/assignments/hand-ins';
import { isQueryLanguage } from '@vlabs/contract/runs/languages';
import { codeOfFile, codeOfLanguage, languageNameOf } from '../../platform/languages.ts';
import { CodeBlock } from '../../ui/text/CodeBlock.tsx';
import { Markdown } from '../../ui/text/Markdown.tsx';
import { formatSize } from '../../ui/progress/sizes.ts';
import classes from './HandInContents.module.css';
import { TestResults } from '../../runs/results/TestResults.tsx';
import { useTestReport } from '../parts/use-test-cases.ts';

type HandedFile = HandIn['files'][number];

/** Larger texts are offered as a download. */
const MAX_SHOWN_BYTES = 300_000;

/** The program, text or files of a hand-in, shown inline if a browser can do so safely. */
export function HandInContents({ handIn }: { handIn: HandIn }) {
  const { source, language, text, files } = handIn;
  return (
    <Stack gap="md">
      {source !== null && (
        <TestReportView
          handInId={handIn.handInId}
          isQuery={language !== null && isQueryLanguage(language)}
        />
      )}
      {source !== null && (
        <CodeBlock
          text={source}
          language={codeOfLanguage(language)}
          title={languageNameOf(language)}
        />
      )}
      {text !== null && <Markdown text={text} topHeadingLevel={4} />}
      {files.map((file) => (
        <HandedFileView key={file.path} file={file} />
      ))}
    </Stack>
  );
}

function HandedFileView({ file }: { file: HandedFile }) {
  const { name, sizeBytes, path, viewPath, mimeType } = file;
  const isText = mimeType === 'text/plain' && sizeBytes <= MAX_SHOWN_BYTES;
  const code = codeOfFile(name);
  return (
    <div>
      <p className={classes.file}>
        <Anchor href={path} download>
          {name}
        </Anchor>
        <Text span size="sm" c="dimmed">
          {formatSize(sizeBytes)}
        </Text>
        {isOpenedByBrowser(mimeType) && (
          <Anchor href={viewPath} target="_blank" rel="noreferrer" size="sm">
            Open {name} in a new tab
          </Anchor>
        )}
      </p>
      {isText && <FileText file={file} language={code ?? ''} />}
      {mimeType.startsWith('image/') && mimeType !== 'image/svg+xml' && (
        <img className={classes.image} src={viewPath} alt={`Handed in: ${name}`} />
      )}
    </div>
  );
}

function FileText({ file, language }: { file: HandedFile; language: string }) {
  const { data, isError } = useQuery({
    queryKey: ['file-text', file.viewPath.split('?')[0]],
    queryFn: async ({ signal }) => {
      const response = await fetch(file.viewPath, { signal });
      if (!response.ok) throw new Error(`The server answered ${response.status} for the file.`);
      return response.text();
    },
    staleTime: Infinity,
  });
  if (isError) {
    return (
      <Text size="sm" c="dimmed">
        This file can’t be shown here. Download it to read it.
      </Text>
    );
  }
  return data === undefined ? null : <CodeBlock text={data} language={language} />;
}

function isOpenedByBrowser(mimeType: string): boolean {
  return mimeType === 'application/pdf' || /^image\/(png|jpeg|gif|webp)$/.test(mimeType);
}

/** The test report of a program; nothing if the assignment has no test cases. */
function TestReportView({ handInId, isQuery }: { handInId: string; isQuery: boolean }) {
  const { data } = useTestReport(handInId);
  if (data === undefined || data.state === 'none') return null;
  if (data.state === 'waiting') {
    return (
      <Group gap="xs" component="output">
        <Loader size="xs" aria-hidden />
        <Text size="sm">The program is being tested.</Text>
      </Group>
    );
  }
  if (data.state === 'failed') {
    return (
      <Text component="output" size="sm">
        This program could not be tested. A teacher can have it tested again.
      </Text>
    );
  }
  const { points, maxPoints, results, compileOutput } = data;
  const summary = `${points} of ${maxPoints} points`;
  return <TestResults {...{ results, compileOutput, summary, isQuery }} />;
}
