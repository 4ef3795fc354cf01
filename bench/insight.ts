import { startStormProduct } from './storm-product.ts';
import { printTable, quantile } from './table.ts';
import { makeTerm, QUESTIONS, QUIZZES, STUDENTS } from './insight-term.ts';

const CALLS = 30;

/** How long each page of results asks the server, on a whole term, and with how many statements. */
export async function benchInsight(): Promise<void> {
  const product = await startStormProduct();
  try {
    const { quizId, student } = await makeTerm(product);
    const headers = { authorization: product.admin.token };
    const ask = async (path: string) => {
      const reply = await fetch(`${product.url}${path}`, { headers });
      if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${await reply.text()}`);
      await reply.arrayBuffer();
    };
    const rows: string[][] = [];
    for (const [name, path] of [
      ['Statistics of a quiz', `/api/v1/auth/quiz/${quizId}/statistics`],
      ['Performance by quiz and class', `/api/v1/insight/quizzes/${quizId}`],
      ['Performance by student', `/api/v1/insight/students/${student}`],
      ['Choice of quizzes', '/api/v1/insight/quizzes'],
      ['Submissions', '/api/v1/insight/submissions'],
      ['Submissions, searched', `/api/v1/insight/submissions?search=${student}`],
    ] as const) {
      await ask(path);
      const endCost = await product.beginCost();
      await ask(path);
      const { statements } = await endCost();
      const times: number[] = [];
      for (let call = 0; call < CALLS; call++) {
        const asked = performance.now();
        await ask(path);
        times.push(performance.now() - asked);
      }
      const ms = (part: number) => `${quantile(times, part).toFixed(0)} ms`;
      rows.push([name, ms(0.5), ms(0.95), String(statements)]);
    }
    console.log(`${STUDENTS} students × ${QUESTIONS} questions × ${QUIZZES} quizzes, shuffled`);
    printTable(['page', 'median', 'p95', 'statements'], rows);
  } finally {
    await product.stop();
  }
}
