-- What came in last is read from these, without looking at all that ever came in.

create index attempts_by_submission on attempts (submitted_at desc) where submitted_at is not null;
create index hand_ins_by_time on hand_ins (handed_in_at desc) where is_last;
