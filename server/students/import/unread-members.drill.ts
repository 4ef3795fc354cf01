import { expect, test } from 'vitest';
import { makeClass } from '../../testing/acts/make-class.ts';
import { makeAdmin, makeListedStudent } from '../../testing/acts/make.ts';
import { previewList, storeList } from '../../testing/acts/student-lists.ts';
import { beforeTests, setUpServer } from '../../testing/server.setup.ts';

const server = setUpServer();
const admin = beforeTests(() => makeAdmin(server.pool));

test('nobody leaves by a list of members with a line that cannot be read, on which they may stand', async () => {
  const { classId } = await makeClass(server.pool, admin);
  await server.pool.query(`update classes set code = 'DS4' where id = $1`, [classId]);
  const [stays, misspelt] = [
    await makeListedStudent(server.pool),
    await makeListedStudent(server.pool),
  ];
  const listOf = (role: string) =>
    `Roll no,Class code,Role\n${stays.id},DS4,student\n${misspelt.id},DS4,${role}\n`;
  const upload = async (file: string) => {
    const link = await storeList(server.app, file, { admin });
    const payload = { 'student-file': link, endsMissing: true, endsMany: true };
    const url = '/api/v1/auth/uploadall';
    const { headers } = admin;
    return (await server.app.inject({ method: 'POST', url, headers, payload })).json();
  };
  await upload(listOf('student'));
  const preview = await previewList(server.app, listOf('studnt'), { admin });
  expect(preview.body.data.ofMembers).toMatchObject({ missing: 1, hasUnread: true });
  expect(await upload(listOf('studnt'))).toMatchObject({ success: false, code: 'not_whole' });
  const { rowCount } = await server.pool.query(
    `select from class_members where class_id = $1 and left_at is null and source = 'list'`,
    [classId],
  );
  expect(rowCount).toBe(2);
});
