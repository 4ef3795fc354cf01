-- For which assignment a program was run; empty for the person's own practice.
alter table runs add column assignment text not null default '';
