import { randomUUID } from 'node:crypto';
import { UNARRANGED } from '@vlabs/contract/marks/arrangement';
import { usualSettings } from '@vlabs/contract/records/records';
import { type Scenario, type Setting, callAs } from './acting.ts';
import { makeStaff } from './make-class.ts';
import { makeStudent } from './make.ts';

const days = { startsOn: '2026-07-01', endsOn: '2096-12-31' };

async function aTerm(setting: Setting): Promise<{ termId: string }> {
  const payload = { name: randomUUID(), ...days };
  const made = await callAs(setting, 'POST', { url: '/api/v1/terms', payload });
  return { termId: made.json().data.termId };
}

async function fieldsOf(setting: Setting) {
  return { name: 'CSE 4', subject: 'Algorithms', ...(await aTerm(setting)) };
}

async function aClass(setting: Setting): Promise<{ classId: string }> {
  const payload = await fieldsOf(setting);
  const made = await callAs(setting, 'POST', { url: '/api/v1/classes', payload });
  return { classId: made.json().data.classId };
}

async function aSection(setting: Setting): Promise<{ classId: string; sectionId: string }> {
  const { classId } = await aClass(setting);
  const url = `/api/v1/classes/${classId}/sections`;
  const made = await callAs(setting, 'POST', { url, payload: { name: 'A' } });
  return { classId, sectionId: made.json().data.sectionId };
}

async function aMember(setting: Setting): Promise<{ classId: string; personId: string }> {
  const { classId } = await aClass(setting);
  const { id: personId } = await makeStudent(setting.server.pool);
  const payload = { personIds: [personId], role: 'student' };
  await callAs(setting, 'POST', { url: `/api/v1/classes/${classId}/members`, payload });
  return { classId, personId };
}

/** Scenarios for classes, by call. */
export const classScenarios: Record<string, Scenario> = {
  'POST /api/v1/staff': {
    action: 'create-staff',
    prepare: async () => {
      const id = randomUUID();
      return { payload: { id, name: 'Meera Rao', email: `${id}@example.edu` } };
    },
  },
  'PUT /api/v1/staff/:personId': {
    action: 'change-staff',
    prepare: async ({ server }) => ({
      params: { personId: (await makeStaff(server.pool)).id },
      payload: { isCampusAdmin: true, isDisabled: false },
    }),
  },
  'POST /api/v1/staff/:personId/password': {
    action: 'reset-password',
    prepare: async ({ server }) => ({ params: { personId: (await makeStaff(server.pool)).id } }),
  },
  'POST /api/v1/terms': {
    action: 'create-term',
    prepare: async () => ({ payload: { name: randomUUID(), ...days } }),
  },
  'PUT /api/v1/terms/:termId': {
    action: 'edit-term',
    prepare: async (setting) => ({
      params: await aTerm(setting),
      payload: { name: randomUUID(), ...days },
    }),
  },
  'POST /api/v1/classes': {
    action: 'create-class',
    prepare: async (setting) => ({ payload: await fieldsOf(setting) }),
  },
  'PUT /api/v1/classes/:classId': {
    action: 'edit-class',
    prepare: async (setting) => ({
      params: await aClass(setting),
      payload: await fieldsOf(setting),
    }),
  },
  'PUT /api/v1/classes/:classId/stepping': {
    action: 'edit-class',
    prepare: async (setting) => ({
      params: await aClass(setting),
      payload: { canStep: false },
    }),
  },
  'POST /api/v1/classes/:classId/state': {
    action: 'archive-class',
    prepare: async (setting) => ({
      params: await aClass(setting),
      payload: { state: 'archived' },
    }),
  },
  'POST /api/v1/classes/:classId/copies': {
    action: 'copy-class',
    prepare: async (setting) => ({
      params: await aClass(setting),
      payload: { copyId: randomUUID(), name: 'CSE 4 again', ...(await aTerm(setting)) },
    }),
  },
  'PUT /api/v1/classes/:classId/marks/arrangement': {
    action: 'arrange-marks',
    prepare: async (setting) => ({
      params: await aClass(setting),
      payload: { version: 0, arrangement: UNARRANGED },
    }),
  },
  'PUT /api/v1/classes/:classId/record': {
    action: 'edit-record',
    prepare: async (setting) => ({
      params: await aClass(setting),
      payload: { version: 0, settings: usualSettings },
    }),
  },
  'GET /api/v1/classes/:classId/students/:userId/record.pdf': {
    action: 'print-record',
    prepare: async (setting) => {
      const { classId, personId: userId } = await aMember(setting);
      return { params: { classId, userId } };
    },
  },
  'GET /api/v1/classes/:classId/records.zip': {
    action: 'print-record',
    prepare: async (setting) => ({ params: await aClass(setting) }),
  },
  'GET /api/v1/classes/:classId/marks.csv': {
    action: 'export-marks',
    prepare: async (setting) => ({ params: await aClass(setting) }),
  },
  'GET /api/v1/classes/:classId/marks.xlsx': {
    action: 'export-marks',
    prepare: async (setting) => ({ params: await aClass(setting) }),
  },
  'POST /api/v1/classes/:classId/joining': {
    action: 'set-joining',
    prepare: async (setting) => ({ params: await aClass(setting), payload: { joining: 'code' } }),
  },
  'POST /api/v1/classes/:classId/joining/code': {
    action: 'show-join-code',
    prepare: async (setting) => ({ params: await aClass(setting) }),
  },
  'POST /api/v1/classes/:classId/sections': {
    action: 'create-section',
    prepare: async (setting) => ({ params: await aClass(setting), payload: { name: 'A' } }),
  },
  'PUT /api/v1/classes/:classId/sections/:sectionId': {
    action: 'edit-section',
    prepare: async (setting) => ({ params: await aSection(setting), payload: { name: 'B' } }),
  },
  'DELETE /api/v1/classes/:classId/sections/:sectionId': {
    action: 'delete-section',
    prepare: async (setting) => ({ params: await aSection(setting) }),
  },
  'POST /api/v1/classes/:classId/members': {
    action: 'add-members',
    prepare: async (setting) => ({
      params: await aClass(setting),
      payload: { personIds: [(await makeStudent(setting.server.pool)).id], role: 'student' },
    }),
  },
  'DELETE /api/v1/classes/:classId/members/:personId': {
    action: 'remove-member',
    prepare: async (setting) => ({ params: await aMember(setting) }),
  },
};
