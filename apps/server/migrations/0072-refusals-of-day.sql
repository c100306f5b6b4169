-- How often the commands of an account were refused on the newest day of UTC, counted since 1970, on which anybody's were. Older days are deleted.
create table refusals_of_day (
  day integer not null,
  account text not null,
  refused integer not null check (refused > 0),
  primary key (day, account)
) with (fillfactor = 50);
