import * as contract from '@vlabs/contract/assignments/assignments';
import * as testsContract from '@vlabs/contract/assignments/test-cases';
import * as preparedContract from '@vlabs/contract/assignments/prepared';
import * as handInContract from '@vlabs/contract/assignments/hand-ins';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import type { StoredFiles } from '../files/files.reads.ts';
import { originOf } from '../platform/connections/arrival.ts';
import { safeName } from '../platform/zip/entry-names.ts';
import { attachmentHeaders } from '../platform/http/content-disposition.ts';
import { answer, done, serve } from '../platform/http/serve.ts';
import { streamArchive } from './archive.ts';
import type { Assignments } from './assignments.service.ts';
import { openHandInArchive } from './hand-in-archive.ts';
import type { PreparedAssignments } from './prepared.service.ts';
import type { HandIns } from './hand-ins.service.ts';
import type { ProgramRunner } from '../runs/runs.reads.ts';
import { checkTestCases } from './test-cases/check-test-cases.ts';
import type { TestCases } from './test-cases/test-cases.service.ts';

interface Services {
  pool: Pool;
  files: { stored: StoredFiles };
  assignments: Assignments;
  prepared: PreparedAssignments;
  handIns: HandIns;
  testCases: TestCases;
  runs: ProgramRunner;
}

const SHOWN_WORDS = {
  now: 'Students see the assignment now.',
  at: 'Students see the assignment from the chosen time on.',
  not_yet: 'Students don’t see the assignment until you show it.',
};

export function assignmentRoutes(app: FastifyInstance, services: Services): void {
  const { assignments, prepared } = services;
  serve(app, contract.createAssignment, async ({ scope, body, request }) => {
    const id = await assignments.createAssignment(scope, body, request);
    return answer({ id }, 'File uploaded successfully');
  });
  serve(app, contract.listAssignments, async ({ caller, scope, query, request }) => {
    const { listed, next } = await assignments.listAssignments({ caller, scope }, query);
    const result = listed.map((one) => ({ ...one, path: wholeLink(one.path, request) }));
    return { success: true as const, result, ...(next !== null && { next }) };
  });
  serve(app, handInContract.listOwnMarks, async ({ caller }) =>
    answer(await assignments.listOwnMarks(caller)),
  );
  serve(app, contract.getAssignmentTotals, async ({ scope }) =>
    answer(await assignments.getTotals(scope)),
  );
  serve(app, contract.getAssignment, async ({ caller, params }) =>
    answer(await assignments.getAssignment(caller, params.id)),
  );
  serve(app, contract.changeAssignment, async ({ scope, params, body, request }) => {
    await assignments.changeAssignment(scope, { ...params, form: body }, request);
    return done('Assignment saved.');
  });
  serve(app, contract.setAssignmentStatus, async ({ params, body }) => {
    await assignments.setStatus(params.id, body.status);
    return done(
      body.status === 'withdrawn'
        ? 'Students no longer see the assignment.'
        : 'Students see the assignment again.',
    );
  });
  serve(app, preparedContract.showAssignment, async ({ params, body }) => {
    const assignment = await assignments.requireAssignment(params.id);
    await prepared.setShown(assignment, body.showFrom);
    return done(SHOWN_WORDS[typeof body.showFrom === 'string' ? body.showFrom : 'at']);
  });
  serve(app, contract.getAssignmentText, async ({ params, query, response }) => {
    const { assignment, readerId } = await assignments.getText(params.id, query.token);
    await app.requireOpenWork(readerId);
    const { title, text } = assignment;
    return response
      .headers(attachmentHeaders(`${safeName(title)}.md`, 'text/markdown; charset=utf-8'))
      .send(text);
  });
  handInRoutes(app, services);
  testRoutes(app, services);
}

function testRoutes(app: FastifyInstance, { assignments, testCases: tests, runs }: Services): void {
  serve(app, testsContract.getTestCases, async ({ caller, params }) => {
    const { id } = await assignments.requireAssignmentFor(caller, params.id);
    return answer(await tests.getTests(caller, id));
  });
  serve(app, testsContract.saveTestCases, async ({ params, body }) => {
    const assignment = await assignments.requireAssignment(params.id);
    const handInsToTest = await tests.saveTests(assignment, body);
    return answer({ handInsToTest }, 'Test cases saved.');
  });
  serve(app, testsContract.checkTestCases, async ({ params, body }) => {
    const assignment = await assignments.requireAssignment(params.id);
    return answer(await checkTestCases(runs, assignment, body));
  });
  serve(app, testsContract.testAllHandIns, async ({ scope, params }) => {
    const assignment = await assignments.requireAssignment(params.id);
    const handInsToTest = await tests.testAllHandIns(assignment, scope);
    return answer({ handInsToTest }, 'Testing the programs.');
  });
  serve(app, testsContract.getTestReport, async ({ caller, params }) =>
    answer(await tests.getReport(caller, params.handInId)),
  );
}

function handInRoutes(app: FastifyInstance, { pool, files, assignments, handIns }: Services): void {
  serve(app, handInContract.createHandIn, async ({ caller, params, body, request }) => {
    const given = { handed: body, arrivedAt: new Date(), host: request.host };
    const made = await handIns.createHandIn(caller, params.id, given);
    return answer(made, made.isLate ? 'Handed in, late.' : 'Handed in.');
  });
  serve(app, handInContract.listHandIns, async ({ caller, scope, params }) =>
    answer(await handIns.listHandIns({ caller, scope }, params.id)),
  );
  serve(app, handInContract.getHandIns, async ({ caller, params, query }) =>
    answer(await handIns.getHandIns(caller, { ...params, ...query })),
  );
  serve(app, handInContract.markHandIn, async ({ caller, params, body }) => {
    await handIns.markHandIn(caller, params.handInId, body);
    return done(body.marks === null ? 'Marks removed.' : 'Marked.');
  });
  serve(app, testsContract.gradeByTestCases, async ({ caller, scope, params, body }) => {
    const marked = await handIns.gradeByTestCases({ caller, scope }, params.id, body.includesLate);
    return answer({ marked }, marked === 1 ? 'Marked 1 hand-in.' : `Marked ${marked} hand-ins.`);
  });
  serve(
    app,
    handInContract.getHandInArchive,
    async ({ caller, params, query, request, response }) => {
      const parts = { pool, files: files.stored, assignments };
      const asked = { id: params.id, token: query.token, origin: originOf(request) };
      const archive = await openHandInArchive(parts, caller, asked);
      return sendArchive(archive, response);
    },
  );
}

function sendArchive(
  { assignment, versions, contents }: Awaited<ReturnType<typeof openHandInArchive>>,
  response: FastifyReply,
): FastifyReply {
  const name = `${safeName(assignment.title)}.zip`;
  return response
    .headers(attachmentHeaders(name, 'application/zip'))
    .send(streamArchive(versions, contents));
}

/** Other programs use the link as it is, so it has the host that the caller used. */
function wholeLink(path: string, { protocol, host }: FastifyRequest): string {
  return path === '' ? '' : `${protocol}://${host}${path}`;
}
