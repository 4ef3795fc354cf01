import {
  Button,
  Group,
  Loader,
  MultiSelect,
  Paper,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import IconClipboardText from '~icons/clipboard-text';
import IconCopy from '~icons/copy';
import IconSparkles from '~icons/sparkles';
import { useQuery } from '@tanstack/react-query';
import type { DraftContent } from '@vlabs/contract/quizzes/quiz-drafts';
import {
  DRAFTED_KINDS,
  type DraftRequest,
  DraftRequest as DraftRequestShape,
  getQuestionDrafting,
  writePrompt,
} from '@vlabs/contract/question-drafts/question-drafts';
import { type KindName, kinds } from '@vlabs/contract/kinds/kinds';
import { useState } from 'react';
import { fieldErrors } from '../../platform/calls/form-errors.ts';
import { queryOf } from '../../platform/calls/query-of.ts';
import { toastError, toastSuccess } from '../../ui/toast.ts';
import { copyText } from '../../platform/copy-text.ts';
import { isBlank } from '../drafts/draft-content.ts';
import { DraftReview } from './DraftReview.tsx';
import classes from './QuestionDraftsPanel.module.css';
import type { Builder } from '../builder/use-builder.ts';
import { useQuestionDrafts } from './use-question-drafts.ts';

interface QuestionDraftsPanelProps {
  content: DraftContent;
  builder: Builder;
}

/** Drafts questions with the server's AI service or any other; each is reviewed before it is added. */
export function QuestionDraftsPanel({ content, builder }: QuestionDraftsPanelProps) {
  const [prompt, setPrompt] = useState('');
  const [asked, setAsked] = useState<KindName[]>([]);
  const [count, setCount] = useState(() => String(countWanted(content)));
  const [reply, setReply] = useState<string | null>(null);
  const drafting = useQuestionDrafts();
  const { data: assistant } = useQuery(queryOf(getQuestionDrafting, {}));
  const request: DraftRequest = {
    count: Number(count),
    subject: content.details.SubjectId.trim(),
    topic: content.details.topic.trim(),
    prompt: prompt.trim(),
    ...(asked.length > 0 && { kinds: asked }),
    avoid: content.questions.filter((question) => !isBlank(question)).map(titleOf),
  };
  const mistakes = fieldErrors(DraftRequestShape, request);
  const canAsk = Object.keys(mistakes).length === 0;
  const { isBusy } = drafting.drafts;

  async function copyPrompt(): Promise<void> {
    if (await copyText(writePrompt(request))) toastSuccess('Prompt copied.');
    else toastError('Your browser doesn’t allow copying. Select the text and copy it yourself.');
  }

  return (
    <Paper withBorder component="section" className={classes.panel} aria-label="AI questions">
      <Stack gap="md">
        <div className={classes.ask}>
          <Textarea
            label="Prompt"
            placeholder="For example: second-year level, pointers and arrays, two questions with code"
            autosize
            minRows={2}
            maxRows={8}
            value={prompt}
            error={mistakes['prompt']}
            onChange={({ currentTarget }) => setPrompt(currentTarget.value)}
          />
          <TextInput
            label="Number of questions"
            inputMode="numeric"
            value={count}
            error={mistakes['count']}
            onChange={({ currentTarget }) => setCount(currentTarget.value)}
          />
        </div>
        <KindChoice kinds={asked} onChoose={setAsked} />
        <Group gap="xs">
          <Button
            disabled={!canAsk || isBusy || assistant?.available !== true}
            leftSection={<IconSparkles size={16} aria-hidden />}
            onClick={() => drafting.generate(request)}
          >
            Generate
          </Button>
          <Button
            variant="default"
            disabled={!canAsk}
            leftSection={<IconCopy size={16} aria-hidden />}
            onClick={() => void copyPrompt()}
          >
            Copy prompt
          </Button>
          <Button
            variant="default"
            aria-expanded={reply !== null}
            leftSection={<IconClipboardText size={16} aria-hidden />}
            onClick={() => setReply(reply === null ? '' : null)}
          >
            Paste reply
          </Button>
          {isBusy && (
            <>
              <Loader size={16} aria-hidden />
              <Text size="sm">{describeProgress(drafting.drafts, Number(count))}</Text>
              <Button variant="default" onClick={drafting.cancel}>
                Cancel
              </Button>
            </>
          )}
        </Group>
        {assistant?.available === false && (
          <Text size="sm" c="dimmed">
            No AI service is set up here. Copy the prompt into any AI assistant and paste its reply.
          </Text>
        )}
        {reply !== null && (
          <div className={classes.reply}>
            <Textarea
              label="Reply of the assistant"
              rows={6}
              value={reply}
              onChange={({ currentTarget }) => setReply(currentTarget.value)}
            />
            <Button
              disabled={reply.trim() === '' || !canAsk || isBusy}
              onClick={() => drafting.readReply(reply, request.count)}
            >
              Read the reply
            </Button>
          </div>
        )}
        <DraftReview
          drafting={drafting}
          builder={builder}
          onRegenerate={
            assistant?.available === true
              ? (refused) => drafting.regenerate(refused, request)
              : undefined
          }
        />
      </Stack>
    </Paper>
  );
}

/** The number of empty questions, or of all questions. */
function countWanted({ questions }: DraftContent): number {
  return questions.filter(isBlank).length || questions.length;
}

const titleOf = ({ QuestionTitle }: { QuestionTitle: string }): string =>
  QuestionTitle.trim().slice(0, 500);

function describeProgress(
  { good, refused, characters }: { good: unknown[]; refused: unknown[]; characters: number },
  count: number,
): string {
  if (characters === 0) return 'Waiting for the assistant…';
  return `${good.length + refused.length} of ${count} questions so far`;
}

interface KindChoiceProps {
  kinds: KindName[];
  onChoose: (names: KindName[]) => void;
}

function KindChoice({ kinds: chosen, onChoose }: KindChoiceProps) {
  return (
    <MultiSelect
      label="Kinds of questions"
      description="Without a choice, all questions have four options."
      placeholder={chosen.length === 0 ? 'Four options' : ''}
      clearable
      clearButtonProps={{ 'aria-label': 'Clear kinds of questions' }}
      data={DRAFTED_KINDS.map((value) => ({ value, label: kinds[value].label }))}
      value={chosen}
      onChange={(values) => onChoose(DRAFTED_KINDS.filter((name) => values.includes(name)))}
    />
  );
}
