import { languageOf } from '@vlabs/contract/runs/languages';
import type { ProgramBody } from '@vlabs/contract/kinds/program/program';

/** Every answer is a query, which reads the tables that its input makes. */
export const isQuery = ({ languages }: Pick<ProgramBody, 'languages'>): boolean =>
  languages.length > 0 && languages.every((language) => languageOf(language).isQuery === true);
