import { KeyedSlots } from '#platform/concurrency/keyed-slots.ts';
import type { App } from './app.ts';
import { Problem } from './problem.ts';

/** Calls of one account that are worked on at the same time: a fifth of the database's connections, if each takes one. */
export const accountCallsAtOnce = 4;
/** More than a page or an honest program has under way. */
const waitingMax = 250;
const retryAfterSeconds = 1;

const known = new WeakMap<object, KeyedSlots>();

/**
 * The turns of accounts: a few calls of each account are worked on at once, and the others wait before they take a connection of the database. So one account
 * that sends hundreds of calls at once leaves connections to everybody else. Beyond the bound a call is refused with `too_many_requests`.
 */
export function accountTurnsOf(app: App): KeyedSlots {
  const turns = known.get(app.server) ?? newTurns();
  known.set(app.server, turns);
  return turns;
}

function newTurns(): KeyedSlots {
  const onFull = () => new Problem('too_many_requests', { retryAfterSeconds });
  return new KeyedSlots({ atOnceMax: accountCallsAtOnce, waitingMax, onFull });
}
