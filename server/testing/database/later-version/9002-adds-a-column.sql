-- Compatible with earlier servers: they leave the column alone.

alter table people add motto text;
