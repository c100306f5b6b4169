import type { Queryable } from '#platform/database/database.ts';

/** A job that failed waits for its next attempt until a test makes it due: a machine may stand still for longer than the first waits take. */
export async function holdBackOff(database: Queryable): Promise<void> {
  await database.query(`
    create or replace function hold_back_off() returns trigger language plpgsql as
      $$ begin new.run_at := now() + interval '1 day'; return new; end $$;
    create or replace trigger hold_back_off before update on graphile_worker._private_jobs for each row
      when (old.locked_at is not null and new.locked_at is null and new.run_at > now())
      execute function hold_back_off()
  `);
}
