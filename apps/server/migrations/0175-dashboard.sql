-- Rows only ever come at the end, so that a few lines tell where a day begins, however long the history is.
create index security_events_by_time on security_events using brin (happened_at) with (pages_per_range = 16, autosummarize = on);
