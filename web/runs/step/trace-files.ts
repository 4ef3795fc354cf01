import { writePythonTutor } from '@vlabs/contract/runs/trace/python-tutor';
import { writeTrace } from '@vlabs/contract/runs/trace/read-trace';
import type { Trace } from '@vlabs/contract/runs/trace/trace';
import { saveFile } from '../../ui/save-file.ts';

export function saveLines(trace: Trace): void {
  saveFile('trace.jsonl', writeTrace(trace), 'application/jsonl');
}

/** @param sources the texts of the program's files by their names in the trace */
export function saveForTutor(trace: Trace, sources: ReadonlyMap<string, string>): void {
  saveFile('trace.json', JSON.stringify(writePythonTutor(trace, sources)), 'application/json');
}
