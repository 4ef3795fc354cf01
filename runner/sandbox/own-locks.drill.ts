import { afterAll, describe, expect, test } from 'vitest';
import { explainSkip, startRunner } from '../testing/start-runner.ts';

const runner = await startRunner();
const cannotConfine = explainSkip(runner);
/** Record locks need boxes with their own devices, which an ordinary user cannot make. */
const hasRecordLocks = process.geteuid?.() === 0;
afterAll(() => runner.stop());

/** Two processes count in one file, each under a lock on the whole file. */
const COUNT_UNDER_A_LOCK = `
#include <stdio.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <fcntl.h>
#include <unistd.h>
int main(void) {
  int fd = open("/tmp/count", O_RDWR | O_CREAT, 0644), count = 0;
  pwrite(fd, &count, sizeof count, 0);
  close(fd);
  int isChild = fork() == 0;
  fd = open("/tmp/count", O_RDWR);
  for (int time = 0; time < 500; time++) {
    if (flock(fd, LOCK_EX) < 0) return 3;
    pread(fd, &count, sizeof count, 0);
    count++;
    pwrite(fd, &count, sizeof count, 0);
    flock(fd, LOCK_UN);
  }
  if (isChild) return 0;
  wait(NULL);
  pread(fd, &count, sizeof count, 0);
  printf("%d\\n", count);
}
`;

const DATABASE_OF_TWO = `
import os, sqlite3
def open_it():
    return sqlite3.connect('/box/marks.db', timeout=90)
open_it().executescript('pragma journal_mode = MODE; create table marks (mark)')
isChild = os.fork() == 0
database = open_it()
for mark in range(20):
    database.execute('insert into marks values (?)', (mark,))
    database.commit()
if isChild: os._exit(0)
os.wait()
print(database.execute('select count(*), sum(mark) from marks').fetchone())
`;

const LOCK_OF_JAVA = `
import java.io.RandomAccessFile;
public class Main {
  public static void main(String[] words) throws Exception {
    try (var file = new RandomAccessFile("/tmp/own", "rw"); var lock = file.getChannel().lock()) {
      System.out.println(lock.isValid());
    }
  }
}
`;

describe.skipIf(cannotConfine)('a program may lock its own files', () => {
  test('as a whole, and its processes take turns', async () => {
    const outcome = await runner.run({ language: 'c', source: COUNT_UNDER_A_LOCK });
    expect(outcome).toMatchObject({ verdict: 'accepted', stdout: '1000\n' });
  });

  test.skipIf(!hasRecordLocks).for(['delete', 'wal'])(
    'in a database that two processes write (%s)',
    async (mode) => {
      const source = DATABASE_OF_TWO.replace('MODE', mode);
      const limits = { cpuTimeMs: 40_000, wallTimeMs: 100_000 };
      const outcome = await runner.run({ language: 'python', source, limits });
      expect(outcome).toMatchObject({ verdict: 'accepted', stdout: '(40, 380)\n', stderr: '' });
    },
  );

  test.skipIf(!hasRecordLocks)('in Java', async () => {
    const outcome = await runner.run({ language: 'java', source: LOCK_OF_JAVA });
    expect(outcome).toMatchObject({ verdict: 'accepted', stdout: 'true\n', stderr: '' });
  });
});
