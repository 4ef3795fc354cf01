import { StaffMember } from '@vlabs/contract/auth/staff';
import { type Database, all, first, run, sql } from '../platform/postgres/database.ts';

const staffColumns = sql`
  people.id as person_id, people.name, coalesce(people.email, '') as email,
  not people.is_staff as is_campus_admin, people.disabled_at is not null as is_disabled,
  (
    select count(*)::integer
    from class_members member
    join classes on classes.id = member.class_id and state = 'open'
    where member.person_id = people.id and left_at is null and member.role <> 'student'
  ) as classes,
  last_owner_of(people.id) as last_owner_of
`;

/** The admin of a closed demo is no member of staff. */
const isNoClosedDemo = sql`not (people.is_demo and people.registered_at is null)`;

export function listStaffPage(
  db: Database,
  { patterns, after, max }: { patterns: readonly string[]; after: string; max: number },
) {
  return all(
    db,
    StaffMember,
    sql`
      select ${staffColumns}
      from people
      where people.role = 1 and ${isNoClosedDemo} and lower(people.id) > lower(${after})
        and concat_ws(' ', people.id, people.name, people.email) ilike all(${patterns}::text[])
      order by lower(people.id)
      limit ${max}
    `,
  );
}

export function findStaff(db: Database, personId: string) {
  return first(
    db,
    StaffMember,
    sql`
      select ${staffColumns}
      from people
      where people.role = 1 and ${isNoClosedDemo} and lower(people.id) = lower(${personId})
    `,
  );
}

/** Locks the active campus admins until the end of the transaction, in a fixed order. */
export function lockCampusAdmins(db: Database) {
  return run(
    db,
    sql`
      select 1 from people
      where role = 1 and not is_staff and disabled_at is null and registered_at is not null
      order by id
      for update
    `,
  );
}

export function updateStaff(
  db: Database,
  personId: string,
  { isCampusAdmin, isDisabled }: { isCampusAdmin: boolean; isDisabled: boolean },
) {
  return run(
    db,
    sql`
      update people
      set is_staff = not ${isCampusAdmin}::boolean,
        disabled_at = case when ${isDisabled} then coalesce(disabled_at, now()) end
      where id = ${personId}
    `,
  );
}
