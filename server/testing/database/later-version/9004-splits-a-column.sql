alter table students add nickname text not null default '';
update students set nickname = last_name where last_name is not null;
