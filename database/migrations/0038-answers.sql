-- What a student chose is an answer; marks are points.
alter table attempts rename column marks to answers;
