import { type Scenario, type Setting, callAs } from './acting.ts';
import { makeStudent } from './make.ts';

const aPerson = async ({ server }: Setting) => (await makeStudent(server.pool)).id;

async function aHold(setting: Setting) {
  const personId = await aPerson(setting);
  const url = `/api/v1/data-protection/holds/${personId}`;
  await callAs(setting, 'PUT', { url, payload: { reason: 'A dispute about marks.' } });
  return { personId };
}

async function anErasure(setting: Setting) {
  const personId = await aPerson(setting);
  const url = `/api/v1/data-protection/people/${personId}/erasure`;
  await callAs(setting, 'POST', { url, payload: { confirmation: personId } });
  return { personId };
}

async function aRequest(setting: Setting) {
  const as = await makeStudent(setting.server.pool);
  const payload = { kind: 'correction', text: 'My mobile number is another.' };
  const made = await callAs(setting, 'POST', { url: '/api/v1/my-data-requests', payload, as });
  return { requestId: made.json().data.requestId };
}

/** Scenarios for data protection, by call. */
export const erasureScenarios: Record<string, Scenario> = {
  'POST /api/v1/data-requests/:requestId/answer': {
    action: 'answer-request',
    prepare: async (setting) => ({
      params: await aRequest(setting),
      payload: { state: 'done', answer: 'It is corrected.' },
    }),
  },
  'PUT /api/v1/data-protection/rules/:rule': {
    action: 'set-retention',
    prepare: async () => ({ params: { rule: 'programs' }, payload: { months: 600 } }),
  },
  'PUT /api/v1/data-protection/holds/:personId': {
    action: 'set-hold',
    prepare: async (setting) => ({
      params: { personId: await aPerson(setting) },
      payload: { reason: 'A dispute about marks.' },
    }),
  },
  'DELETE /api/v1/data-protection/holds/:personId': {
    action: 'lift-hold',
    prepare: async (setting) => ({ params: await aHold(setting) }),
  },
  'POST /api/v1/data-protection/people/:personId/erasure': {
    action: 'announce-erasure',
    prepare: async (setting) => {
      const personId = await aPerson(setting);
      return { params: { personId }, payload: { confirmation: personId } };
    },
  },
  'DELETE /api/v1/data-protection/people/:personId/erasure': {
    action: 'withdraw-erasure',
    prepare: async (setting) => ({ params: await anErasure(setting) }),
  },
};
