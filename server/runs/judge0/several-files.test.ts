import { strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { insertRuns } from '../../testing/database/full-stores.queries.ts';
import { makeStudent } from '../../testing/acts/make.ts';
import { useSharedRunner } from '../../testing/peers/real-runner.ts';
import { setUpRealRunners } from '../dispatching/real-runner.setup.ts';

const runner = await useSharedRunner();
const { server, refusal, post, read } = setUpRealRunners([runner]);

const archiveOf = (texts: Record<string, string>): string =>
  Buffer.from(
    zipSync(Object.fromEntries(Object.entries(texts).map(([path, text]) => [path, strToU8(text)]))),
  ).toString('base64');

const program = {
  language_id: 71,
  source_code: 'from shapes import area\nprint(area(2), open("data/name.txt").read())',
  additional_files: archiveOf({
    'shapes.py': 'def area(r):\n    return 3 * r * r\n',
    'data/name.txt': 'circle',
  }),
};

test('an archive that cannot be used gets Judge0’s form of a mistake', async () => {
  for (const additional_files of ['UEs=', ['a.py'], { 'a.py': 'x' }]) {
    const reply = await post({ ...program, additional_files });
    expect(reply).toEqual({
      additional_files: [expect.stringMatching(/^is not a ZIP archive in base64/)],
    });
  }
});

test('one archive of a batch that cannot be used leaves the others', async () => {
  const payload = { submissions: [{ ...program, additional_files: 'x' }, program] };
  const { headers } = await makeStudent(server.pool);
  const url = '/judge0/submissions/batch';
  const reply = await server.app.inject({ method: 'POST', url, headers, payload });
  expect(reply.json()).toEqual([
    { additional_files: [expect.any(String)] },
    { token: expect.any(String) },
  ]);
});

test('the files of the day’s runs count towards its limit', async () => {
  const statuses: number[] = [];
  for (const files of [null, Buffer.from('[]\n')]) {
    const student = await makeStudent(server.pool);
    // With the eight bytes of its source this is the whole day's share.
    await insertRuns(server.pool, student.id, { count: 1, bytes: 500 * 1_048_576 - 8 });
    const keep = 'update runs set files = $1, output_files = $1 where owner = $2';
    await server.pool.query(keep, [files, student.id]);
    const { headers } = student;
    const payload = { language_id: 71, source_code: 'print(1)' };
    const reply = await server.app.inject({
      method: 'POST',
      url: '/judge0/submissions',
      headers,
      payload,
    });
    statuses.push(reply.statusCode);
  }
  expect(statuses).toEqual([201, 429]);
});

describe('a program of scripts', () => {
  test.each<[string, object, object]>([
    ['a source', { source_code: 'x' }, { source_code: ['must be blank'] }],
    ['no files', { additional_files: null }, { additional_files: ["can't be blank"] }],
    [
      'no script run',
      { additional_files: archiveOf({ 'lib/run': '', 'run.bash': '' }) },
      { additional_files: ['has no script run or run.sh'] },
    ],
    [
      'compiler options',
      { compiler_options: '-O2' },
      {
        compiler_options: ['setting compiler options is only allowed for compiled languages'],
      },
    ],
  ])('with %s is refused', async (_, values, errors) => {
    const additional_files = archiveOf({ run: 'echo 1' });
    expect(await post({ language_id: 89, additional_files, ...values })).toEqual(errors);
  });
});

describe.skipIf(refusal !== null)('on a real runner', () => {
  test('a program reads its further files, and they are shown with the run', async () => {
    const run = await post(program, '?wait=true&fields=stdout,additional_files,token');
    expect(run.stdout).toBe('12 circle\n');
    const files = unzipSync(Buffer.from(run.additional_files, 'base64'));
    expect(Object.keys(files)).toEqual(['shapes.py', 'data/name.txt']);
    expect(Buffer.from(files['data/name.txt'] ?? []).toString()).toBe('circle');
    // Read again, from the table.
    const again = await read(run.token, '?fields=additional_files,stdout');
    expect(again).toEqual({ additional_files: run.additional_files, stdout: '12 circle\n' });
    expect(await read(run.token, '?fields=stdout,message')).toEqual({
      stdout: '12 circle\n',
      message: null,
    });
  });

  test('no file replaces the source', async () => {
    const additional_files = archiveOf({ 'script.py': 'print("planted")', 'SCRIPT.PY': 'x' });
    const clash = await post({ ...program, additional_files });
    expect(clash.additional_files).toEqual([expect.stringMatching(/of one name/)]);
    const planted = archiveOf({ 'Script.py': 'print("planted")' });
    const run = await post({ ...program, source_code: 'print("own")', additional_files: planted });
    expect(run.stdout).toBe('own\n');
  });

  test('the scripts of a program say how it is compiled and run', async () => {
    const additional_files = archiveOf({
      'task/compile': 'gcc -o add add.c',
      'task/run.sh': './add',
      'task/add.c': '#include <stdio.h>\nint main(void) { puts("added"); }',
    });
    const run = await post({ language_id: 89, additional_files }, '?wait=true&fields=*');
    expect(run).toMatchObject({
      stdout: 'added\n',
      source_code: '',
      language: { id: 89, name: 'Multi-file program' },
      status: { id: 3 },
      diagnostics: [],
    });
    const failing = archiveOf({ compile: 'gcc no.c', run: './a.out' });
    const failed = await post({ language_id: 89, additional_files: failing });
    expect(failed).toMatchObject({
      status: { id: 6 },
      compile_output: expect.stringMatching(/no\.c/),
    });
  });

  test('they are listed as Judge0 lists them', async () => {
    const { headers } = await makeStudent(server.pool);
    const ask = async (url: string) => (await server.app.inject({ url, headers })).json();
    expect(await ask('/judge0/languages')).toContainEqual({ id: 89, name: 'Multi-file program' });
    expect(await ask('/judge0/languages/89')).toMatchObject({
      name: 'Multi-file program',
      compile_cmd: null,
    });
    expect((await ask('/judge0/statistics')).languages).toContainEqual({
      language: { id: 89, name: 'Multi-file program' },
      count: expect.any(Number),
    });
  });

  test('the files that a program writes are kept if they are asked for', async () => {
    const source_code = 'open("out.csv", "w").write("1,2")\nopen("script.py", "a").write("#")';
    const asked = { language_id: 71, source_code, collect_files: true };
    const run = await post(asked, '?wait=true&fields=output_files,token');
    const written = [{ path: 'out.csv', content_base64: Buffer.from('1,2').toString('base64') }];
    expect(run.output_files).toEqual(written);
    expect(await read(run.token, '?fields=output_files')).toEqual({ output_files: written });
    expect(await read(run.token, '?fields=stdout')).toEqual({ stdout: null });
    const unasked = { ...asked, collect_files: false };
    expect(await post(unasked, '?wait=true&fields=output_files')).toEqual({ output_files: null });
    const idle = { ...asked, source_code: 'pass' };
    expect(await post(idle, '?wait=true&fields=output_files')).toEqual({ output_files: [] });
  });

  test('with inputs, each result has its own files', async () => {
    const source_code = 'name = input()\nopen(name, "w").write(name)';
    const inputs = [{ stdin: 'a' }, { stdin: 'b' }];
    const asked = { language_id: 71, source_code, inputs, collect_files: true };
    const run = await post(asked, '?wait=true&fields=*');
    const written = ['a', 'b'].map((path) => [
      { path, content_base64: Buffer.from(path).toString('base64') },
    ]);
    expect(run.results).toMatchObject(written.map((output_files) => ({ output_files })));
    expect(run.output_files).toEqual([]);
  });

  test('five megabytes of files are kept', async () => {
    const source_code = 'open("big.bin", "wb").write(bytes(range(256)) * 20480)';
    const asked = { language_id: 71, source_code, collect_files: true };
    const { output_files } = await post(asked, '?wait=true&fields=output_files');
    const [{ content_base64 }] = output_files;
    expect(Buffer.from(content_base64, 'base64')).toHaveLength(5 * 1024 * 1024);
  });

  test('an archive of macOS with its own folder is read', async () => {
    const additional_files = archiveOf({
      'my-task/shapes.py': 'def area(r):\n    return r\n',
      'my-task/data/name.txt': 'mac',
      '__MACOSX/my-task/._shapes.py': 'x',
      'my-task/.DS_Store': 'x',
    });
    expect((await post({ ...program, additional_files })).stdout).toBe('2 mac\n');
  });
});
