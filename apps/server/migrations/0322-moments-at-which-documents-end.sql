-- The moment on its last day from which on a document counts no more, where the provider knows it.
alter table kyc_applications add column document_ends_at timestamptz;
alter table users add column kyc_ends_at timestamptz;
