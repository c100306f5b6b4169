#!/bin/sh
# Dumps the database, notes the dump for the dashboard, and removes dumps older than BACKUP_KEEP_DAYS. Run it as root on the machine of the database;
# emporion-backup.timer does so each night. It writes no dump over another one, and a dump that failed leaves only a file that ends in .new.
set -eu
umask 077
folder=${BACKUP_DIR:-/var/backups/emporion}
database=${BACKUP_DATABASE:-emporion}
days=${BACKUP_KEEP_DAYS:-14}
cd /
install -d -m 0700 "$folder"
began=$(date --iso-8601=seconds)
file=$folder/emporion-$(date --utc +%Y%m%dT%H%M%SZ).dump
runuser -u postgres -- pg_dump --format=custom "$database" > "$file.new"
# A dump whose table of contents cannot be read is not kept.
runuser -u postgres -- pg_restore --list < "$file.new" > /dev/null
sync "$file.new"
mv "$file.new" "$file"
runuser -u postgres -- psql --quiet --dbname="$database" --command="call note_backup('dump', '$began')"
find "$folder" -maxdepth 1 -name 'emporion-*.dump*' -mtime "+$days" -delete
echo "$file"
