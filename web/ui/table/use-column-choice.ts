import { useLocalStorage } from '@mantine/hooks';
import { type Column, listChoices } from './table-columns.ts';

/** Visibility by column id, if the user has chosen. */
type Said = Partial<Record<string, boolean>>;

interface ColumnChoice {
  id: string;
  label: string;
  isShown: boolean;
}

/** The visible columns of a table, stored in this browser under the table's name. */
export function useColumnChoice<Row>(name: string, columns: Column<Row>[]) {
  const [said, setSaid, forget] = useLocalStorage<Said>({
    key: `vlabs.columns.${name}`,
    defaultValue: {},
    getInitialValueInEffect: false,
    deserialize: readSaid,
  });
  const isShown = ({ id, isHiddenAtFirst = false }: Column<Row>) => said[id] ?? !isHiddenAtFirst;
  const choosable = listChoices(columns);
  const choices = choosable.map((column): ColumnChoice => {
    const { id, label } = column;
    return { id, label, isShown: isShown(column) };
  });
  return {
    shown: columns.filter((column) => !choosable.includes(column) || isShown(column)),
    choices,
    choose: (id: string, isWanted: boolean) => setSaid({ ...said, [id]: isWanted }),
    /** Resets to the defaults. */
    forget,
  };
}

/** Stored values may be malformed. */
function readSaid(text: string | undefined): Said {
  try {
    const said: unknown = JSON.parse(text ?? '{}');
    if (typeof said !== 'object' || said === null) return {};
    return Object.fromEntries(Object.entries(said).filter(isSaid));
  } catch {
    return {};
  }
}

const isSaid = (entry: [string, unknown]): entry is [string, boolean] =>
  typeof entry[1] === 'boolean';
