import type { HandIn } from '@vlabs/contract/assignments/hand-ins';
import { useState } from 'react';
import { isRecord } from '../../platform/records.ts';
import { currentSession } from '../../platform/storage/stored-session.ts';
import { personalStorage } from '../../platform/storage/personal-storage.ts';

interface TypedMark {
  marks: string;
  comment: string;
  /** Of the saved marks when typing began. */
  markVersion: number;
}

const keyOf = (handInId: string) => `marking ${handInId}`;

const storage = () => personalStorage(currentSession().user?.id ?? '', 'tab');

/** Unsaved marks and comments, kept in this tab until they are saved, also through a reload. */
export function useTypedMark(handIn: HandIn) {
  const { handInId } = handIn;
  const [typed, setTyped] = useState<TypedMark>(() => readTyped(handInId) ?? givenMark(handIn));
  const type = (change: Partial<TypedMark>) => {
    const next = { ...typed, ...change };
    setTyped(next);
    const { marks, comment } = givenMark(handIn);
    if (next.marks === marks && next.comment === comment) forgetTypedMark(handInId);
    else write(handInId, next);
  };
  return [typed, type] as const;
}

export const forgetTypedMark = (handInId: string) => storage().removeItem(keyOf(handInId));

export const givenMark = ({ marks, comment, markVersion }: HandIn): TypedMark => ({
  markVersion,
  marks: marks === null ? '' : String(marks),
  comment,
});

function write(handInId: string, typed: TypedMark): void {
  try {
    storage().setItem(keyOf(handInId), JSON.stringify(typed));
  } catch {
    // Without storage, the typed text is only in memory.
  }
}

function readTyped(handInId: string): TypedMark | null {
  try {
    const read: unknown = JSON.parse(storage().getItem(keyOf(handInId)) ?? 'null');
    if (!isRecord(read)) return null;
    const { marks, comment, markVersion } = read;
    const isWhole =
      typeof marks === 'string' && typeof comment === 'string' && typeof markVersion === 'number';
    return isWhole ? { marks, comment, markVersion } : null;
  } catch {
    return null;
  }
}
