-- Compatible with earlier servers: they know nothing of the tables and columns, and are refused by the triggers what they were refused before.

-- What is erased by rule, and after how long. Without its row a rule is off, and nothing goes by it.
create table retention_rules (
  rule text constraint retention_rules_pkey primary key,
  -- The law asks for personal data and logs to be kept for a year at least.
  months integer not null,
  set_by text not null constraint retention_rules_set_by_fkey references people,
  -- Nothing goes by it before then.
  from_at timestamptz not null,
  constraint retention_rules_rule_is_known
    check (rule in ('runs', 'programs', 'work', 'people', 'log')),
  constraint retention_rules_keep_for_a_year check (months between 12 and 600)
);

-- Before when something must have ended so that a rule has it go; null while the rule is off.
create function goes_before(of_rule text) returns timestamptz language sql stable as $$
  select now() - make_interval(months => months)
  from retention_rules
  where rule = of_rule and from_at <= now()
$$;

-- Of whom nothing is erased, because of a dispute.
create table erasure_holds (
  person_id text constraint erasure_holds_pkey primary key
    constraint erasure_holds_person_id_fkey references people on delete cascade,
  reason text not null,
  set_by text not null constraint erasure_holds_set_by_fkey references people,
  set_at timestamptz not null default now(),
  constraint erasure_holds_reason_has_length check (length(reason) between 1 and 500)
);

-- People who will be erased, and those who are being erased now. The row goes with the person.
create table erasures (
  person_id text constraint erasures_pkey primary key
    constraint erasures_person_id_fkey references people on delete cascade,
  -- What will stand for the roll number wherever it stood.
  placeholder text not null constraint erasures_placeholder_unique unique,
  -- Null: a rule wants it.
  asked_by text constraint erasures_asked_by_fkey references people,
  announced_at timestamptz not null default now(),
  due_at timestamptz not null,
  -- From then on there is no way back.
  began_at timestamptz,
  constraint erasures_placeholder_is_one check (placeholder ~ '^erased-[0-9a-z]{12}$'),
  constraint erasures_are_told_before check (due_at > announced_at)
);

create index erasures_by_time on erasures (due_at);

-- Passes of the erasure through all rules, one at a time.
create table erasure_passes (
  id bigint generated always as identity constraint erasure_passes_pkey primary key,
  began_at timestamptz not null default now(),
  finished_at timestamptz,
  -- Where it is.
  step text not null,
  -- The last person that it looked at in this step.
  after_person text not null default '',
  -- What was erased, by what it is called.
  counts jsonb not null default '{}',
  constraint erasure_passes_counts_are_an_object check (jsonb_typeof(counts) = 'object')
);

create unique index erasure_passes_one_under_way on erasure_passes ((true)) where finished_at is null;

-- When the person was erased, of whom a placeholder is left.
alter table people add column erased_at timestamptz;
-- When what was handed in was erased by a rule. Its marks stay.
alter table hand_ins add column erased_at timestamptz;
-- When the timeline was erased by a rule. Answers and score stay.
alter table attempts add column erased_at timestamptz;
-- The order and the forms in which an erased person was asked, which else follow from the roll number.
alter table attempts add column paper jsonb;

-- By these a person is found who goes.
create index class_members_by_person on class_members (person_id);
create index hand_ins_to_erase on hand_ins (assignment_id) where erased_at is null;
create index attempts_to_erase on attempts (quiz_id) where erased_at is null;
create index hand_ins_of_marker on hand_ins (marked_by) where marked_by is not null;
create index files_of_owner on files (owner_id);

-- When work ended: its own end, or that of the term of its class where that is later.
create function end_of_work(of_class uuid, own_end timestamptz) returns timestamptz
language sql stable as $$
  select greatest(own_end, (
    select (ends_on + 1)::timestamp at time zone 'Asia/Kolkata'
    from classes join terms on terms.id = term_id
    where classes.id = of_class))
$$;

-- Since when a person has left: their account is disabled, or all their classes are over and they have done
-- nothing since. Null: they have not, or nobody can tell.
create function left_since(of_person text) returns timestamptz language sql stable as $$
  select case
    when erased_at is not null or is_demo then null
    when disabled_at is not null then disabled_at
    when role = 0 and not is_guest then (
      select case when not bool_or(goes_on) then greatest(
        max(ended_at), registered_at,
        (select max(last_used_at) from sessions where person_id = of_person),
        (select max(last_seen_at) from attempts where person_id = of_person),
        (select max(handed_in_at) from hand_ins where student_id = of_person and is_last)) end
      from (
        select coalesce(left_at, end_of_work(class_id, joined_at)) as ended_at,
          left_at is null and state = 'open' and end_of_work(class_id, joined_at) > now() as goes_on
        from class_members join classes on classes.id = class_id
        where person_id = of_person
      ) memberships)
  end
  from people
  where id = of_person
$$;

-- A line goes when it is as old as the campus has said, and never before it is a year old.
create or replace function refuse_change_of_audit_lines() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.at < goes_before('log') then return old; end if;
  raise exception 'The audit log is only ever added to.';
end
$$;

create or replace trigger audit_lines_are_only_added
  before update or truncate on audit_lines
  for each statement execute function refuse_change_of_audit_lines();
create trigger audit_lines_go_by_age
  before delete on audit_lines
  for each row execute function refuse_change_of_audit_lines();

-- A line goes with its timeline, when that is erased by a rule; and follows its person, when that is erased.
create or replace function refuse_change_of_steps() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.at < goes_before('work') and exists (
    select from attempts
    where quiz_id = old.quiz_id and person_id = old.person_id and erased_at is not null
  ) then return old; end if;
  if tg_op = 'UPDATE' and exists (
    select from erasures
    where erasures.person_id = old.person_id and placeholder = new.person_id
      and began_at is not null
  ) and (new.id, new.quiz_id, new.at, new.step, new.details)
    = (old.id, old.quiz_id, old.at, old.step, old.details)
    and ((old."by" = old.person_id and new."by" = new.person_id)
      or (old."by" <> old.person_id and new."by" = old."by"))
    and new.address is null and new.browser is null
  then return new; end if;
  raise exception 'The timeline of an attempt is only ever added to.';
end
$$;

create or replace trigger attempt_steps_are_only_added
  before truncate on attempt_steps
  for each statement execute function refuse_change_of_steps();
create trigger attempt_steps_go_with_their_timeline
  before update or delete on attempt_steps
  for each row execute function refuse_change_of_steps();
