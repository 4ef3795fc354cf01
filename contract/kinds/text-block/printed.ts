import { definePrinted } from '../printed-form.ts';
import { TextBlockBody, TextBlockKey } from './text-block.ts';

/** The title is the text. */
export const textBlockPrinted = definePrinted({ Body: TextBlockBody, Key: TextBlockKey }, () => []);
