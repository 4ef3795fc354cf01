import { findLanguage } from '@vlabs/contract/runs/languages';
import type { RecordSettings } from '@vlabs/contract/records/records';
import { formatKolkataMoment } from '@vlabs/contract/text/kolkata-words';
import type { Block, PrintedDocument } from '../platform/pdf/printed-document.ts';
import { MAX_PROGRAM_LINES } from '../platform/pdf/question-blocks.ts';
import type { RecordClass, RecordStudent } from './records.queries.ts';
import { divideStatement } from './statement.ts';
import type { Done } from './works.ts';

const MAX_OUTPUT_LINES = 120;

/** An experiment of one student. */
export interface PrintedExperiment {
  title: string;
  /** Markdown; null if it may not be printed. */
  statement: string | null;
  /** The student's own; empty for the one of the statement. */
  algorithm: string;
  /** Null if the student did nothing. */
  done: Done | null;
  input: string;
  /** Null without a program. */
  run: { output: string; failure: string | null } | null;
}

interface Printed {
  institution: string;
  ofClass: RecordClass;
  settings: RecordSettings;
  student: RecordStudent;
  experiments: readonly PrintedExperiment[];
}

const anchorOf = (number: number): string => `experiment-${number}`;

/** The lab record of a student. */
export function recordDocument(printed: Printed): PrintedDocument {
  const { ofClass, student, experiments } = printed;
  return {
    title: `Lab record of ${student.name}: ${ofClass.subject}`,
    header: { left: ofClass.subject, right: `${student.name} · ${student.personId}` },
    footer: `Lab record${printed.settings.replacesHandwriting ? '' : ' · copy'}`,
    hasBindingMargin: true,
    standard: 'accessible',
    at: lastDone(experiments),
    blocks: [
      ...cover(printed),
      { block: 'new page' },
      { block: 'heading', level: 1, text: 'Index' },
      index(experiments),
      ...experiments.flatMap((experiment, at) => pagesOf(experiment, at + 1)),
    ],
  };
}

/** The time of printing would change the bytes. */
function lastDone(experiments: readonly PrintedExperiment[]): Date {
  const times = experiments.map(({ done }) => done?.doneAt?.getTime() ?? 0);
  return new Date(Math.max(0, ...times));
}

function cover({ institution, ofClass, settings, student, experiments }: Printed): Block[] {
  const { signatures, replacesHandwriting } = settings;
  const { department } = ofClass;
  const done = experiments.filter((experiment) => experiment.done !== null).length;
  const certificate =
    `This is to certify that ${student.name}, roll number ${student.personId}, of ${ofClass.name} ` +
    `has completed ${done} of ${experiments.length} experiments in ${ofClass.subject} in ${ofClass.term}.`;
  const copy = 'This is a copy. It does not replace the record that is written by hand.';
  return [
    { block: 'space', mm: 14 },
    {
      block: 'center',
      blocks: [
        { block: 'text', text: institution, look: 'large' },
        ...(department === ''
          ? []
          : [{ block: 'text' as const, text: department, look: 'large' as const }]),
        { block: 'space', mm: 12 },
        { block: 'text', text: 'Laboratory record', look: 'title' },
        { block: 'text', text: ofClass.subject, look: 'large' },
        { block: 'space', mm: 14 },
      ],
    },
    {
      block: 'fields',
      fields: [
        ['Name', student.name],
        ['Roll number', student.personId],
        ['Class', ofClass.name],
        ...(student.sections.length > 0
          ? [['Section', student.sections.join(', ')] as [string, string]]
          : []),
        ['Term', ofClass.term],
      ],
    },
    { block: 'space', mm: 10 },
    { block: 'heading', level: 1, text: 'Certificate' },
    { block: 'text', text: certificate },
    ...(replacesHandwriting
      ? []
      : [{ block: 'text' as const, text: copy, look: 'muted' as const }]),
    { block: 'rest of page' },
    ...(signatures.length > 0 ? [{ block: 'signatures' as const, titles: signatures }] : []),
  ];
}

const index = (experiments: readonly PrintedExperiment[]): Block => ({
  block: 'contents',
  columns: [
    { title: 'No.', share: null, align: 'right' },
    { title: 'Date', share: null },
    { title: 'Experiment', share: 5 },
    { title: 'Marks', share: null, align: 'right' },
  ],
  rows: experiments.map(({ title, done }, at) => ({
    cells: [String(at + 1), dayOf(done?.doneAt), title, done?.marks ?? ''],
    anchor: done ? anchorOf(at + 1) : '',
  })),
});

/** An experiment that was not done is in the index only. */
function pagesOf(experiment: PrintedExperiment, number: number): Block[] {
  const { title, statement, done } = experiment;
  if (!done) return [];
  const parts = divideStatement(statement ?? '');
  const algorithm = experiment.algorithm.trim() === '' ? parts.algorithm : experiment.algorithm;
  return [
    { block: 'new page' },
    {
      block: 'heading',
      level: 1,
      text: `Experiment ${number}: ${title}`,
      aside: dayOf(done.doneAt),
      anchor: anchorOf(number),
    },
    ...section('Aim', parts.aim),
    ...section('Algorithm', algorithm),
    ...workOf(experiment, done),
    ...section('Remark', done.remark),
    ...(done.marks === ''
      ? []
      : [{ block: 'fields' as const, fields: [['Marks', done.marks] as [string, string]] }]),
  ];
}

const section = (title: string, markdown: string): Block[] =>
  markdown === ''
    ? []
    : [
        { block: 'heading', level: 2, text: title },
        { block: 'markdown', text: markdown },
      ];

function workOf({ input, run }: PrintedExperiment, { program, text, fileNames }: Done): Block[] {
  const files = fileNames.length > 0 ? `Handed in as ${fileNames.join(', ')}.` : '';
  const blocks: Block[] = [...section('Answer', text ?? ''), ...section('Files', files)];
  if (!program) return blocks;
  const language = findLanguage(program.languageId)?.name ?? '';
  blocks.push(
    { block: 'heading', level: 2, text: 'Program', aside: language },
    { block: 'code', text: program.source, hasLineNumbers: true, maxLines: MAX_PROGRAM_LINES },
  );
  if (input !== '') {
    blocks.push({ block: 'heading', level: 2, text: 'Input' }, output(input));
  }
  blocks.push({ block: 'heading', level: 2, text: 'Output' });
  if (!run) {
    const note = 'The program could not be run when this was printed. Print the record again.';
    blocks.push({ block: 'text', text: note, look: 'muted' });
  } else {
    blocks.push(output(run.output === '' ? '(no output)' : run.output));
    if (run.failure !== null) blocks.push({ block: 'text', text: run.failure, look: 'muted' });
  }
  return blocks;
}

const output = (text: string): Block => ({
  block: 'code',
  text,
  hasLineNumbers: false,
  maxLines: MAX_OUTPUT_LINES,
});

const dayOf = (moment: Date | null | undefined): string =>
  moment ? (formatKolkataMoment(moment).split(',')[0] ?? '') : '';
