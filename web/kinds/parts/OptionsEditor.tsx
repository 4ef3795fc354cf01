import { ActionIcon, Button, Checkbox, Radio, Stack, Text } from '@mantine/core';
import IconPin from '~icons/pin';
import IconPinFilled from '~icons/pin-filled';
import IconPlus from '~icons/plus';
import IconTrash from '~icons/trash';
import { Markdown } from '../../ui/text/Markdown.tsx';
import { MarkdownField } from '../../ui/text/MarkdownField.tsx';
import classes from './editors.module.css';
import {
  MAX_OPTIONS,
  MIN_OPTIONS,
  type OptionsBody,
  optionsBody,
} from '@vlabs/contract/kinds/options';
import { PinSuggestions } from './PinSuggestions.tsx';
import type { EditorProps, KeyProps } from './view.tsx';

interface WithRight {
  right: number[];
}
/** One correct option, or any number of them. */
type By = 'radio' | 'checkbox';

/** Edits the options and marks the correct ones. */
export function OptionsEditor<Key extends WithRight>({
  by,
  body,
  answerKey,
  mistakes,
  onBody,
  onKey,
  onBoth,
}: EditorProps<OptionsBody, Key> & { by: By }) {
  const { options, pinned = [] } = body;
  const setPin = (place: number) => onBody(optionsBody(options, toggled(pinned, place)));
  const Mark = by === 'radio' ? Radio : Checkbox;
  const mistake = mistakes['Key.right'] ?? mistakes['Body.options'];
  return (
    <fieldset className={classes.options}>
      <legend className={classes.legend}>Options</legend>
      {[...options.entries()].map(([at, option]) => (
        // Options are identified by position only.
        <div key={at} className={classes.option}>
          <MarkdownField
            label={`Option ${at + 1}`}
            name={`Body.options.${at}`}
            rows={{ min: 1, max: 8 }}
            isOption
            value={option}
            error={mistakes[`Body.options.${at}`]}
            onChange={(value) => onBody({ ...body, options: options.with(at, value) })}
          />
          <Mark
            className={classes.mark ?? ''}
            name="Key.right"
            label="Correct"
            aria-label={`Correct ${at + 1}`}
            checked={answerKey.right.includes(at + 1)}
            onChange={() => onKey(mark(answerKey, at + 1, by))}
          />
          <ActionIcon
            variant={pinned.includes(at + 1) ? 'light' : 'default'}
            size="lg"
            className={classes.remove ?? ''}
            aria-label={`Keep option ${at + 1} in its place`}
            aria-pressed={pinned.includes(at + 1)}
            title="Keep in its place when options are shuffled"
            onClick={() => setPin(at + 1)}
          >
            {pinned.includes(at + 1) ? (
              <IconPinFilled size={18} aria-hidden />
            ) : (
              <IconPin size={18} aria-hidden />
            )}
          </ActionIcon>
          <ActionIcon
            variant="default"
            size="lg"
            className={classes.remove ?? ''}
            aria-label={`Remove option ${at + 1}`}
            title="Remove option"
            disabled={options.length <= MIN_OPTIONS}
            onClick={() =>
              onBoth(
                optionsBody(options.toSpliced(at, 1), withoutPlace(pinned, at + 1)),
                without(answerKey, at + 1),
              )
            }
          >
            <IconTrash size={18} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      {mistake !== undefined && (
        <Text size="sm" c="var(--mantine-color-error)">
          {mistake}
        </Text>
      )}
      <PinSuggestions options={options} pinned={pinned} onPin={setPin} />
      <div>
        <Button
          size="compact-md"
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          disabled={options.length >= MAX_OPTIONS}
          onClick={() => onBody({ ...body, options: [...options, ''] })}
        >
          Add option
        </Button>
      </div>
    </fieldset>
  );
}

/** Which options count as correct in a test that was sat; any number, whatever the kind. */
export function RightOptions<Key extends WithRight>({
  body,
  answerKey,
  mistakes,
  onKey,
}: KeyProps<OptionsBody, Key>) {
  return (
    <Checkbox.Group
      label="Options that count as correct"
      error={mistakes['Key.right']}
      value={answerKey.right.map(String)}
      onChange={(values) => onKey({ ...answerKey, right: ascending(values.map(Number)) })}
    >
      <Stack gap="xs" mt="xs">
        {[...body.options.entries()].map(([at, option]) => (
          <Checkbox
            // Options are identified by position only.
            key={at}
            value={String(at + 1)}
            classNames={{ label: classes.optionText ?? '' }}
            label={<Markdown text={option} isInline />}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}

const ascending = (places: readonly number[]) => places.toSorted((one, other) => one - other);

function mark<Key extends WithRight>(key: Key, place: number, by: By): Key {
  if (by === 'radio') return { ...key, right: [place] };
  const right = key.right.includes(place)
    ? key.right.filter((one) => one !== place)
    : ascending([...key.right, place]);
  return { ...key, right };
}

/** After an option is removed, later positions move up. */
function without<Key extends WithRight>(key: Key, place: number): Key {
  return { ...key, right: withoutPlace(key.right, place) };
}

const withoutPlace = (places: readonly number[], place: number): number[] =>
  places.filter((one) => one !== place).map((one) => (one > place ? one - 1 : one));

const toggled = (places: readonly number[], place: number): number[] =>
  places.includes(place) ? places.filter((one) => one !== place) : ascending([...places, place]);
