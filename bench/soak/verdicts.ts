import { Run } from '@vlabs/contract/runs/runs';
import type { Person } from '../../server/testing/load/people.ts';
import { call } from '../../server/testing/load/calls.ts';
import { type Scene } from './attack.ts';

/** Runs a program, waits for its end and records the product's verdict. */
export async function noteVerdict(scene: Scene, person: Person, run: object): Promise<void> {
  const { note } = scene;
  const quiet = { ...scene, note: (outcome: string) => outcome === '201' || note(outcome) };
  const path = '/judge0/submissions?wait=true&base64_encoded=false';
  const { status, text } = await call(quiet, 'POST', path, { person, body: run });
  if (status !== 201) return;
  const read = Run.partial().safeParse(JSON.parse(text));
  note(`run: ${read.data?.status?.description ?? 'unreadable'}`);
}
