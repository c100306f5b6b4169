import type { MoneyCommand } from './money-commands.ts';
import type { OrderCommand } from './order-commands.ts';
import type { SetupCommand } from './setup-commands.ts';

export type * from './money-commands.ts';
export type * from './order-commands.ts';
export type * from './setup-commands.ts';

/** A command with an idempotency key, where those that move money have a booking. */
export type KeyedCommand = OrderCommand | SetupCommand;

export type Command = KeyedCommand | MoneyCommand;

export type CommandKind = Command['kind'];
