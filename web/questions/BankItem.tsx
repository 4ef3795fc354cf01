import { Badge, Button, Group, Text } from '@mantine/core';
import IconPlus from '~icons/plus';
import IconShare from '~icons/share';
import IconTag from '~icons/tag';
import IconTrash from '~icons/trash';
import { wordsOfMarkdown } from '@vlabs/contract/text/markdown-words';
import {
  type BankQuestion,
  deleteBankQuestion,
  labelBankQuestion,
  listBankQuestions,
  shareBankQuestion,
} from '@vlabs/contract/questions/question-bank';
import { useState } from 'react';
import { KeyedQuestion } from './KeyedQuestion.tsx';
import classes from './AddQuestions.module.css';
import { LabelForm, type NewLabels } from './LabelForm.tsx';
import { useMutation } from '@tanstack/react-query';
import { call, messageOf } from '../platform/calls/call.ts';
import { useRefresh } from '../platform/calls/query-of.ts';
import { toastError, toastSuccess } from '../ui/toast.ts';

interface BankItemProps {
  /** Position in the list. */
  number: number;
  question: BankQuestion;
  /** The test already has it. */
  isThere: boolean;
  canAdd: boolean;
  /** There are classes to share it with. */
  canShare: boolean;
  onAdd: () => void;
}

/** A question of the bank with its labels and statistics. */
export function BankItem({ number, question, isThere, canAdd, canShare, onAdd }: BankItemProps) {
  const [isLabelled, setIsLabelled] = useState(false);
  const changes = useBankChanges(question.questionId, () => setIsLabelled(false));
  const name = wordsOfMarkdown(question.QuestionTitle).slice(0, 60).toWellFormed();
  return (
    <li className={classes.item}>
      <KeyedQuestion question={question} number={number} />
      <Text size="sm" c="dimmed">
        {describe(question)}
      </Text>
      {question.tags.length > 0 && (
        <Group gap={6}>
          {question.tags.map((tag) => (
            <Badge key={tag} variant="default" tt="none">
              {tag}
            </Badge>
          ))}
        </Group>
      )}
      <Group gap="xs">
        <Button
          size="compact-sm"
          disabled={isThere || !canAdd}
          aria-label={`Add ${name}`}
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={onAdd}
        >
          {isThere ? 'In the test' : 'Add'}
        </Button>
        {question.mayChange && (
          <>
            <Button
              size="compact-sm"
              variant="default"
              aria-expanded={isLabelled}
              aria-label={`Labels of ${name}`}
              leftSection={<IconTag size={14} aria-hidden />}
              onClick={() => setIsLabelled(!isLabelled)}
            >
              Labels
            </Button>
            <Button
              size="compact-sm"
              variant="default"
              loading={changes.isBusy}
              aria-label={`Remove ${name} from the bank`}
              leftSection={<IconTrash size={14} aria-hidden />}
              onClick={changes.takeOut}
            >
              Remove
            </Button>
            {canShare && (
              <Button
                size="compact-sm"
                variant="default"
                loading={changes.isBusy}
                aria-pressed={question.isShared}
                aria-label={`Share ${name}`}
                leftSection={<IconShare size={14} aria-hidden />}
                onClick={() => changes.share(!question.isShared)}
              >
                {question.isShared ? 'Shared' : 'Share'}
              </Button>
            )}
          </>
        )}
      </Group>
      {isLabelled && (
        <LabelForm question={question} isSaving={changes.isBusy} onSave={changes.label} />
      )}
    </li>
  );
}

function describe(question: BankQuestion): string {
  const { subject, topic, otherTopics, uses, attempts, rightPercent, home, homeName } = question;
  const whose = home === 'own' ? 'mine' : homeName;
  const used = uses === 1 ? 'in 1 test' : `in ${uses} tests`;
  const answered =
    rightPercent === null
      ? 'not answered yet'
      : `${Math.round(rightPercent)} % of ${attempts} answered correctly`;
  const topics = [topic, ...otherTopics].filter((name) => name !== '').join(', ');
  return [whose, subject, topics, used, attempts === null ? '' : answered]
    .filter((part) => part !== '')
    .join(' · ');
}

/** The possible changes of a question of the bank. */
function useBankChanges(questionId: string, onLabelled: () => void) {
  const refresh = useRefresh(listBankQuestions);
  const change = useMutation({
    mutationFn: async (labels: NewLabels | null) => {
      const params = { questionId };
      return labels === null
        ? call(deleteBankQuestion, { params })
        : call(labelBankQuestion, { params, body: labels });
    },
    onSuccess: async ({ message }, labels) => {
      toastSuccess(message);
      if (labels !== null) onLabelled();
      await refresh();
    },
    onError: (error) => toastError(messageOf(error)),
  });
  const share = useMutation({
    mutationFn: (isShared: boolean) =>
      call(shareBankQuestion, { params: { questionId }, body: { isShared } }),
    onSuccess: async ({ message }) => {
      toastSuccess(message);
      await refresh();
    },
    onError: (error) => toastError(messageOf(error)),
  });
  return {
    isBusy: change.isPending || share.isPending,
    share: (isShared: boolean) => share.mutate(isShared),
    label: (labels: NewLabels) => change.mutate(labels),
    takeOut: () => change.mutate(null),
  };
}
