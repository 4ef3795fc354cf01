import { expect, test } from 'vitest';
import { createHandIn } from '../assignments/hand-ins.ts';
import type { Endpoint } from './endpoint.ts';
import { saveAnswers, submitAttempt } from '../attempts/attempts.ts';
import { saveDraft, saveVersion } from '../programs/programs.ts';
import { MAX_PROGRAM_FILES_BYTES } from '../runs/program-files.ts';
import { createRun } from '../runs/runs.ts';

/** Of three bytes in UTF-8, as in most Indian scripts. */
const LETTER = 'अ';
const of = (characters: number) => LETTER.repeat(characters);

const answers = {
  userId: 'A1',
  markedAnswers: { 1: of(150_000), 2: of(150_000), 3: of(150_000), 4: of(150_000) },
};
const program = { assignment: '', languageId: 71, text: of(1_000_000) };

const inBase64 = Buffer.from('x'.repeat(1_000_000)).toString('base64');
/** An archive whose files are as large as they may be, stored without compression and with long names. */
const archive = Buffer.from('x'.repeat(2 * MAX_PROGRAM_FILES_BYTES)).toString('base64');
const run = {
  source_code: inBase64,
  language_id: 71,
  stdin: inBase64,
  additional_files: archive,
  assignment: '',
};

/** Calls of students with long texts, and the largest body that each takes. */
const LARGEST: readonly [string, Endpoint, object][] = [
  ['a save', saveAnswers, { ...answers, sequence: 1 }],
  ['a submission', submitAttempt, answers],
  ['a draft', saveDraft, { ...program, baseRevision: 0, device: 'd' }],
  ['a version', saveVersion, program],
  ['a run', createRun, run],
  ['a hand-in', createHandIn, { kind: 'program', language: 71, source: of(500_000) }],
];

test.each(LARGEST)(
  'the largest body of %s fits its limit, which is hardly larger',
  (_name, call, body) => {
    expect(call.body.safeParse(body).error).toBeUndefined();
    const bytes = Buffer.byteLength(JSON.stringify(body));
    const limit = call.bodyLimit.kb * 1024;
    expect(bytes).toBeLessThanOrEqual(limit);
    expect(bytes).toBeGreaterThan(limit * 0.9);
  },
);
