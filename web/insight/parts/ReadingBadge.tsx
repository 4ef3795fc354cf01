import { Badge } from '@mantine/core';
import IconAlertTriangle from '~icons/alert-triangle';
import IconCheck from '~icons/check';
import IconGift from '~icons/gift';
import IconKey from '~icons/key';
import IconMinus from '~icons/minus';
import IconQuestionMark from '~icons/question-mark';
import type { Item, ReadingKind } from '@vlabs/contract/insight/insight';

const readings: Record<ReadingKind, { word: string; icon: typeof IconCheck }> = {
  too_few: { word: 'Too few', icon: IconQuestionMark },
  key_may_be_wrong: { word: 'Key may be wrong', icon: IconKey },
  too_hard: { word: 'Too hard', icon: IconAlertTriangle },
  too_easy: { word: 'Very easy', icon: IconMinus },
  does_not_separate: { word: 'Doesn’t discriminate', icon: IconMinus },
  good: { word: 'Works well', icon: IconCheck },
  everyone: { word: 'Given to everyone', icon: IconGift },
  left_out: { word: 'Does not count', icon: IconMinus },
};

export const wordOfReading = ({ kind }: Item['reading']): string => readings[kind].word;

/** What a question's figures mean, in two or three words. */
export function ReadingBadge({ reading }: { reading: Item['reading'] }) {
  const { word, icon: Icon } = readings[reading.kind];
  return (
    <Badge variant="default" miw="max-content" leftSection={<Icon size={12} aria-hidden />}>
      {word}
    </Badge>
  );
}
