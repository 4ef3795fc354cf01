import type { ShownObject } from '@vlabs/contract/runs/trace/replay';
import { createContext } from 'react';
import type { ValueNames } from '../words/value-words.ts';

/** What a reference leads to: an object, or one of its elements; or a variable of a frame. */
export type Target =
  | { id: number; element?: number | undefined }
  | { depth: number; variable: string };

interface StepScope {
  names: ValueNames;
  /** References open in place, and there are no arrows. */
  isPhone: boolean;
  follow: (target: Target) => void;
}

/** The same at all steps of a trace, so that what did not change is not rendered again. */
export const StepScopeContext = createContext<StepScope>({
  names: { language: '', objects: new Map(), types: [] },
  isPhone: false,
  follow: () => undefined,
});

/** The objects of the current step, for references that are open in place. */
export const ObjectsContext = createContext<ReadonlyMap<number, ShownObject>>(new Map());

const ROOT_OF_PATH = /^[^[.\->]+/;

/** The name of the variable that a path such as `a[2]` is in. */
export const variableOf = (path: string): string => ROOT_OF_PATH.exec(path)?.[0] ?? path;

/** The value of `data-target` of a variable's row. */
export const markOfVariable = (depth: number, name: string): string => `${depth} ${name}`;
