import { Button, Group, Progress, Text, Title } from '@mantine/core';
import IconAlertTriangle from '~icons/alert-triangle';
import IconCheck from '~icons/check';
import IconRefresh from '~icons/refresh';
import IconTrash from '~icons/trash';
import { wordsOfMarkdown } from '@vlabs/contract/text/markdown-words';
import classes from './QuestionDraftsPanel.module.css';
import { KeyedQuestion } from '../../questions/KeyedQuestion.tsx';
import type { Builder } from '../builder/use-builder.ts';
import { toTyped } from '../drafts/draft-content.ts';
import type { QuestionDrafts, RefusedDraft, ReviewedDraft } from './use-question-drafts.ts';

interface DraftReviewProps {
  drafting: QuestionDrafts;
  builder: Builder;
  /** Absent if no AI service is configured. */
  onRegenerate: ((refused: RefusedDraft) => void) | undefined;
}

/** The received drafts: valid ones to accept, refused ones with the reason. */
export function DraftReview({ drafting, builder, onRegenerate }: DraftReviewProps) {
  const { good, refused, isBusy, outcome } = drafting.drafts;

  function take(taken: ReviewedDraft[]): void {
    builder.takeOver(taken.map(({ key, question }) => ({ ...toTyped(question), key })));
    for (const { key } of taken) drafting.discard(key);
  }

  return (
    <>
      {isBusy && <Progress value={100} animated aria-label="Writing drafts" />}
      <output className={classes.outcome}>{outcome}</output>
      {good.length > 0 && (
        <section className={classes.review} aria-label="Drafts to review">
          <Group justify="space-between">
            <Title order={2} size="h3">
              Drafts to review
            </Title>
            <Button
              size="compact-md"
              disabled={isBusy}
              leftSection={<IconCheck size={16} aria-hidden />}
              onClick={() => take(good)}
            >
              Take all {good.length}
            </Button>
          </Group>
          <ol className={classes.drafts}>
            {good.map((draft, place) => (
              <li key={draft.key}>
                <KeyedQuestion question={draft.question} number={place + 1} />
                <Group gap="xs">
                  <Button
                    size="compact-sm"
                    variant="default"
                    disabled={isBusy}
                    aria-label={`Take draft ${place + 1}`}
                    leftSection={<IconCheck size={14} aria-hidden />}
                    onClick={() => take([draft])}
                  >
                    Take
                  </Button>
                  <Button
                    size="compact-sm"
                    variant="default"
                    aria-label={`Discard draft ${place + 1}`}
                    leftSection={<IconTrash size={14} aria-hidden />}
                    onClick={() => drafting.discard(draft.key)}
                  >
                    Discard
                  </Button>
                </Group>
              </li>
            ))}
          </ol>
        </section>
      )}
      {refused.length > 0 && (
        <section className={classes.review} aria-label="Refused drafts">
          <Title order={2} size="h3">
            Refused
          </Title>
          <ul className={classes.refused}>
            {refused.map((draft) => (
              <li key={draft.key}>
                <IconAlertTriangle size={16} aria-hidden />
                <Text size="sm">
                  {draft.reason} {draft.title !== '' && <q>{wordsOfMarkdown(draft.title)}</q>}
                </Text>
                {onRegenerate && (
                  <Button
                    size="compact-sm"
                    variant="default"
                    disabled={isBusy}
                    leftSection={<IconRefresh size={14} aria-hidden />}
                    onClick={() => onRegenerate(draft)}
                  >
                    Generate another
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
