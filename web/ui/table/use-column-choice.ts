import { useDeviceSetting } from '../../platform/storage/use-device-setting.ts';
import { type Column, listChoices } from './table-columns.ts';

/** Visibility by column id, if the user has chosen. */
type Choices = Partial<Record<string, boolean>>;

interface ColumnChoice {
  id: string;
  label: string;
  isShown: boolean;
}

/** The visible columns of a table, stored in this browser under the table's name. */
export function useColumnChoice<Row>(name: string, columns: Column<Row>[]) {
  const [shown, setShown, forget] = useDeviceSetting<Choices>({
    key: `vlabs.columns.${name}`,
    defaultValue: {},
    deserialize: readChoices,
  });
  const isShown = ({ id, isHiddenAtFirst = false }: Column<Row>) => shown[id] ?? !isHiddenAtFirst;
  const choosable = listChoices(columns);
  const choices = choosable.map((column): ColumnChoice => {
    const { id, label } = column;
    return { id, label, isShown: isShown(column) };
  });
  return {
    shown: columns.filter((column) => !choosable.includes(column) || isShown(column)),
    choices,
    choose: (id: string, isWanted: boolean) => setShown({ ...shown, [id]: isWanted }),
    /** Resets to the defaults. */
    forget,
  };
}

/** Stored values may be malformed. */
function readChoices(text: string | undefined): Choices {
  try {
    const choices: unknown = JSON.parse(text ?? '{}');
    if (typeof choices !== 'object' || choices === null) return {};
    return Object.fromEntries(Object.entries(choices).filter(isChoice));
  } catch {
    return {};
  }
}

const isChoice = (entry: [string, unknown]): entry is [string, boolean] =>
  typeof entry[1] === 'boolean';
