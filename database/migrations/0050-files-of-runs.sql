-- Compatible with earlier servers: they neither write nor read the new column, and run such a program without its files.

-- The further files of the program: a line of JSON with the path, length and role of each, then their contents.
alter table runs add column files bytea;
