import * as members from '@vlabs/contract/classes/class-members';
import * as copies from '@vlabs/contract/classes/class-copies';
import * as contract from '@vlabs/contract/classes/classes';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { type Config, makesClasses } from '../config.ts';
import type { CopiedParts } from '../platform/class-copy.ts';
import { forbidden } from '../platform/errors.ts';
import type { KeySource } from '../platform/key-source.ts';
import { makeCallLimit } from '../platform/http/call-limit.ts';
import { answer, serve } from '../platform/http/serve.ts';
import * as copying from './class-copies.service.ts';
import * as classes from './classes.service.ts';
import * as joinCodes from './join-codes.service.ts';
import * as people from './members.service.ts';
import * as sections from './sections.service.ts';

/** Of one student: people make mistakes in reading a code, and search no further. */
const JOINS_A_MINUTE = 10;

interface Parts {
  pool: Pool;
  config: Config;
  /** The parts of a copy. */
  copiedParts: CopiedParts;
  files: { stored: KeySource };
}

export function classRoutes(
  app: FastifyInstance,
  { pool, config, copiedParts, files }: Parts,
): void {
  const copier = { pool, parts: copiedParts };
  serve(app, contract.listTerms, async () => answer(await classes.listTerms(pool)));
  serve(app, contract.createTerm, async ({ body }) =>
    answer(await classes.createTerm(pool, body), 'Term created.'),
  );
  serve(app, contract.changeTerm, async ({ params, body }) =>
    answer(await classes.changeTerm(pool, { ...params, ...body }), 'Saved.'),
  );
  serve(app, contract.listClasses, async ({ caller, query }) =>
    answer(await classes.listClassPage(pool, caller, query)),
  );
  serve(app, contract.listOwnClasses, async ({ caller }) =>
    answer(await classes.listOwnClasses(pool, caller)),
  );
  serve(app, contract.createClass, async ({ caller, body }) => {
    if (!makesClasses(config, caller.role)) throw onlyCampusAdmins();
    return answer({ classId: await classes.createClass(pool, caller, body) }, 'Class created.');
  });
  serve(app, contract.getClass, async ({ caller, params }) =>
    answer(await classes.getClass(pool, caller, params.classId)),
  );
  serve(app, contract.changeClass, async ({ caller, params, body }) => {
    await classes.changeClass(pool, params.classId, body);
    return answer(await classes.getClass(pool, caller, params.classId), 'Saved.');
  });
  serve(app, contract.setClassStepping, async ({ caller, params, body }) => {
    await classes.setStepping(pool, params.classId, body.canStep);
    return answer(await classes.getClass(pool, caller, params.classId), 'Saved.');
  });
  serve(app, contract.archiveClass, async ({ caller, params, body }) => {
    await classes.setState(pool, params.classId, body.state);
    return answer(
      await classes.getClass(pool, caller, params.classId),
      body.state === 'archived' ? 'Class archived.' : 'Class reopened.',
    );
  });
  serve(app, copies.previewCopy, async ({ caller, params, query }) =>
    answer(await copying.previewCopy(copier, { ...params, termId: query.term, by: caller.id })),
  );
  serve(app, copies.copyClass, async ({ caller, params, body }) => {
    if (!makesClasses(config, caller.role)) throw onlyCampusAdmins();
    const classId = await copying.copyClass(copier, caller, { ...params, ...body });
    return answer({ classId }, 'Class copied.');
  });
  joinCodeRoutes(app, { pool, secrets: files.stored });
  memberRoutes(app, pool);
  sectionRoutes(app, pool);
}

function joinCodeRoutes(app: FastifyInstance, parts: { pool: Pool; secrets: KeySource }): void {
  serve(app, contract.setJoining, async ({ params, body }) =>
    answer(await joinCodes.setJoining(parts, params.classId, body.joining), 'Saved.'),
  );
  serve(app, contract.showJoinCode, async ({ params }) =>
    answer(await joinCodes.showJoinCode(parts, params.classId)),
  );
}

function memberRoutes(app: FastifyInstance, pool: Pool): void {
  const joins = makeCallLimit(app, {
    perMinute: JOINS_A_MINUTE,
    message: 'You have tried many codes. Try again in a minute.',
  });
  serve(app, contract.joinClass, async ({ caller, body, request }) => {
    await joins(request, caller.id);
    const joined = await people.joinByCode(pool, caller, body.code);
    return answer(joined, `You joined ${joined.name}.`);
  });
  serve(app, members.listMembers, async ({ scope, params, query }) =>
    answer(await people.listMembers(pool, scope, { ...params, ...query })),
  );
  serve(app, members.findCandidates, async ({ params, query }) =>
    answer(await people.listCandidates(pool, { ...params, ...query })),
  );
  serve(app, members.addMembers, async ({ caller, params, body }) =>
    answer(await people.addMembers(pool, caller, { ...params, ...body })),
  );
  serve(app, members.removeMember, async ({ caller, params }) =>
    answer({ personId: await people.removeMember(pool, caller, params) }, 'Removed.'),
  );
}

function sectionRoutes(app: FastifyInstance, pool: Pool): void {
  serve(app, members.createSection, async ({ params, body }) =>
    answer(await sections.createSection(pool, params.classId, body.name), 'Section added.'),
  );
  serve(app, members.renameSection, async ({ params, body }) =>
    answer(await sections.renameSection(pool, { ...params, ...body }), 'Saved.'),
  );
  serve(app, members.deleteSection, async ({ params }) => {
    await sections.deleteSection(pool, params);
    return answer({ sectionId: params.sectionId }, 'Section removed.');
  });
}

const onlyCampusAdmins = () =>
  forbidden('Only campus admins can create classes here. Ask one of them.');
