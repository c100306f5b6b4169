-- So many days a verification counts, if its document does not end before. Null: as long as the document.
alter table kyc_levels add column valid_days integer check (valid_days between 60 and 3650);
