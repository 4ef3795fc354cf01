import { findLanguage } from '@vlabs/contract/runs/languages';
import type { Steps } from '@vlabs/contract/runs/steps';
import type { Pool } from 'pg';
import { notFound } from '../../platform/errors.ts';
import { findSteps, setQuestion } from './steps.queries.ts';

/** @param asked `mustAsk`: only if its author asks something */
export async function readSteps(
  pool: Pool,
  asked: { token: string; owner: string; mustAsk: boolean },
): Promise<Steps> {
  const found = await findSteps(pool, asked);
  if (!found) throw runNotFound();
  const { sourceCode, files, stdin, trace, owner, createdAt, question, askedStep } = found;
  const path = findLanguage(found.languageId)?.sourceFile ?? '';
  return {
    languageId: found.languageId,
    files: [
      { path, text: sourceCode.toString('utf8') },
      ...files.map((file) => ({ path: file.path, text: file.bytes.toString('utf8') })),
    ],
    stdin: stdin?.toString('utf8') ?? '',
    trace: trace.toString('base64'),
    rollNumber: owner,
    createdAt: createdAt.toISOString(),
    question: question !== null && askedStep !== null ? { text: question, step: askedStep } : null,
  };
}

/** A later question takes the place of an earlier one. */
export async function askAboutStep(
  pool: Pool,
  asked: { token: string; owner: string; text: string; step: number },
): Promise<void> {
  if ((await setQuestion(pool, asked)) === 0) throw runNotFound();
}

const runNotFound = () => notFound('The run');
