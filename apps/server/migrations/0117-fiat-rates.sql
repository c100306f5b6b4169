-- What one USDT was worth in a currency, as an operator entered it or an address told. Only ever added to: values of the past go by what counted then.
create table fiat_rates (
  currency text not null check (currency in ('USD', 'EUR', 'RUB')),
  at timestamptz not null,
  rate numeric(24, 12) not null check (rate > 0),
  source text not null check (source in ('operator', 'url')),
  entered_by uuid references users (id),
  reason text,
  primary key (currency, at),
  check ((source = 'operator') = (entered_by is not null))
);
