# Usage: make-cluster.sh FOLDER-OF-PROGRAMS. Makes the cluster of one database and its two roles, as cluster.tar.
set -e
programs=$1
provider=
case $("$programs/postgres" --version) in *' '1[0-6].*) ;; *) provider=--locale-provider=builtin ;; esac
"$programs/initdb" --pgdata=data --username=postgres --auth=trust --encoding=UTF8 --locale=C.UTF-8 $provider \
  --no-sync --wal-segsize=1 >&2
"$programs/postgres" --single -D data -c fsync=off -c max_wal_size=2MB -c min_wal_size=2MB postgres >&2 <<'SQL'
update pg_database set datistemplate = false
drop database template0
drop database template1
create role teacher login createrole
create role student login
alter database postgres owner to teacher
create schema student authorization student
alter default privileges for role teacher grant usage on schemas to student
alter default privileges for role teacher grant select on tables to student
alter default privileges for role teacher grant select, usage on sequences to student
vacuum freeze
checkpoint
SQL
# After a clean end, the first segment is in use; the others are only kept for reuse.
ls -d data/pg_wal/0* | tail -n +3 | xargs rm -f
tar -cf cluster.tar data
