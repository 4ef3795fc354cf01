import { type Extension, RangeSet, StateEffect, StateField, type Text } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, WidgetType } from '@codemirror/view';
import type { Range } from './marked-text.ts';

/** Selects a mark by its position in the list. */
export const chooseMark = StateEffect.define<number>();

/** Shared parts are marked by colour and number; one mark is selected. */
export function sharedMarks(
  ranges: readonly Range[],
  onChoose: (place: number) => void,
): Extension {
  const marks = StateField.define<DecorationSet>({
    create: ({ doc }) => decorate(doc, ranges, 0),
    update: (current, { effects, newDoc }) => {
      const chosen = effects.find((effect) => effect.is(chooseMark));
      return chosen ? decorate(newDoc, ranges, chosen.value) : current;
    },
    provide: (field) => EditorView.decorations.from(field),
  });
  const clicks = EditorView.domEventHandlers({
    click: (event, view) => {
      const at = view.posAtCoords(event);
      if (at === null) return;
      const place = ranges.findIndex(({ from, to }) => at >= from && at <= to);
      if (place !== -1) onChoose(place);
    },
  });
  return [marks, clicks];
}

function decorate(doc: Text, ranges: readonly Range[], chosen: number): DecorationSet {
  const marks = ranges.flatMap(({ from, to }, place) => [
    Decoration.widget({ widget: new NumberLabel(place + 1), side: -1 }).range(from),
    Decoration.mark({ class: classOf(place, chosen) }).range(from, to),
  ]);
  return RangeSet.of([...marks, ...markLines(doc, ranges[chosen])], true);
}

const chosenLine = Decoration.line({ class: 'cm-shared-line' });

/** The lines of the selected mark, so that it is visible without colour too. */
function markLines(doc: Text, range: Range | undefined) {
  if (!range) return [];
  const [first, last] = [doc.lineAt(range.from).number, doc.lineAt(range.to).number];
  return Array.from({ length: last - first + 1 }, (_, at) =>
    chosenLine.range(doc.line(first + at).from),
  );
}

/** Adjacent marks differ, so that their boundary is visible. */
function classOf(place: number, chosen: number): string {
  const names = ['cm-shared'];
  if (place % 2 === 1) names.push('cm-shared-other');
  if (place === chosen) names.push('cm-shared-chosen');
  return names.join(' ');
}

class NumberLabel extends WidgetType {
  readonly number: number;

  constructor(number: number) {
    super();
    this.number = number;
  }

  override eq(other: NumberLabel): boolean {
    return other.number === this.number;
  }

  toDOM(): HTMLElement {
    const label = document.createElement('span');
    label.className = 'cm-shared-number';
    label.textContent = String(this.number);
    return label;
  }
}
