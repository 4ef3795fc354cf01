import type { Pool } from 'pg';
import { expect, test } from 'vitest';
import { makeTestDatabase } from '../testing/database/test-database.ts';
import { impersonalJson, personalData } from './personal-data.ts';

/** Names of columns that identify or describe a person. */
const NAMES = [
  '^(by|owner|target|group_name|groups|address|browser|network|device|email|mobile|problems|listed)$',
  '_by$',
  '(^|_)(person|people|student|owner|teacher|member|user|guest|admin|mentor|parent)(_id|s|_name)?$',
  'roll_number',
].join('|');

/** Tables in which every column describes a person. */
const OF_PERSONS = ['people', 'students'];

async function listPersonalColumns(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ named: string }>(
    `
      with recursive tables as (
        select oid, relname from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
          and relname <> 'migrations'
      ), personal (table_id, place) as (
        select 'people'::regclass::oid, attnum from pg_attribute
        where attrelid = 'people'::regclass and attname = 'id'
        union
        select conrelid, pair.own
        from pg_constraint
        cross join lateral unnest(conkey, confkey) as pair (own, other)
        join personal on personal.table_id = confrelid and personal.place = pair.other
        where contype = 'f'
      )
      select relname || '.' || attname as named
      from tables
      join pg_attribute on attrelid = tables.oid and attnum > 0 and not attisdropped
      where relname = any($1) or attname ~ $2
        or (atttypid = any('{json,jsonb}'::regtype[]) and relname || '.' || attname <> all($3))
        or exists (select 1 from personal where table_id = tables.oid and place = attnum)
      order by 1
    `,
    [OF_PERSONS, NAMES, Object.keys(impersonalJson)],
  );
  return rows.map(({ named }) => named);
}

const declared = Object.entries(personalData)
  .flatMap(([table, columns]) => Object.keys(columns).map((column) => `${table}.${column}`))
  .toSorted();

const missing = async (pool: Pool) =>
  (await listPersonalColumns(pool)).filter((column) => !declared.includes(column));

test('of every column that names a person it is said what it is and whether the person gets it', async () => {
  const database = await makeTestDatabase();
  const { pool } = database;
  expect((await listPersonalColumns(pool)).toSorted()).toEqual(declared);
  await database.close();
});

test('a new column for a person is noticed by what it refers to, by its name, or as JSON', async () => {
  const database = await makeTestDatabase();
  const { pool } = database;
  await pool.query(`
    create table seats (
      place integer primary key, sits_here text references people, quiz_id uuid, whose text,
      reserved_by text, roll_number text, row_of_seats integer, plan jsonb,
      foreign key (quiz_id, whose) references attempts
    );
    alter table students add column guardian text not null default '';
  `);
  expect(await missing(pool)).toEqual([
    'seats.plan',
    'seats.reserved_by',
    'seats.roll_number',
    'seats.sits_here',
    'seats.whose',
    'students.guardian',
  ]);
  await database.close();
});
