-- What trading makes of a pair is kept up in memory, trade by trade, and seeded from the candles; nothing writes these.
alter table pairs drop column price, drop column price_24h, drop column volume_24h;
