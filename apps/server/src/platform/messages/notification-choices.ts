import type {
  DigestTerms,
  NotificationChannel,
  NotificationChoices,
  NotificationKind,
  NotificationMatrix,
} from '@emporion/contracts/rest';
import { notificationKinds } from '@emporion/contracts/rest';
import type { z } from 'zod';

type Choices = NotificationMatrix['choices'];

/** As the account keeps them: what was chosen, by kind and channel such as `deposit.mail`, and when the digest comes. */
export type StoredChoices = Readonly<Record<string, boolean | number | string>>;

const on = { list: true, toast: true, mail: 'now', sms: false, push: true } as const;

/** What holds until the person chooses. It is filled in when read, so that a kind added later has a value too. */
const defaults: Choices = {
  order: { ...on, mail: 'off' },
  deposit: on,
  withdrawal: on,
  security: on,
  // Every login. One from a new device or place is a matter of security.
  login: { list: false, toast: false, mail: 'off', sms: false, push: false },
  alert: on,
  ticket: on,
  verification: on,
  announcement: { mail: 'off', push: false },
  newsletter: { mail: 'off' },
};

const digestDefault: z.infer<typeof DigestTerms> = { every: 'day', hour: 8, time_zone: 'UTC' };

/** What was chosen, over what holds otherwise. A value that no choice allows counts as none. */
export function choicesOf(stored: StoredChoices): Choices {
  const rows = notificationKinds.map((kind) => {
    const row = Object.entries(defaults[kind]).map(([channel, standard]) => {
      const chosen = stored[`${kind}.${channel}`];
      return [channel, typeof chosen === typeof standard ? chosen : standard];
    });
    return [kind, Object.fromEntries(row)];
  });
  const choices = Object.fromEntries(rows) as Choices;
  return { ...choices, security: { ...choices.security, mail: 'now' } };
}

export function digestTermsOf(stored: StoredChoices): z.infer<typeof DigestTerms> {
  const { 'digest.every': every, 'digest.hour': hour, 'digest.time_zone': zone } = stored;
  return {
    every: every === 'week' ? 'week' : digestDefault.every,
    hour: typeof hour === 'number' ? hour : digestDefault.hour,
    time_zone: typeof zone === 'string' ? zone : digestDefault.time_zone,
  };
}

/** Rows of choices, by the names under which an account keeps them. */
export function storedFrom(
  rows: Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>,
): StoredChoices {
  const cells = Object.entries(rows).flatMap(([row, cellsOfRow = {}]) =>
    Object.entries(cellsOfRow).flatMap(([name, value]) =>
      value === undefined ? [] : [[`${row}.${name}`, value as string] as const],
    ),
  );
  return Object.fromEntries(cells);
}

/** Whether a user wants to hear of a kind by a way, and at once where that is a choice. */
export function wantsBy(
  stored: StoredChoices,
  kind: NotificationKind,
  channel: NotificationChannel,
): boolean {
  const row: Partial<Choices['order']> = choicesOf(stored)[kind];
  return channel === 'mail' ? row.mail === 'now' : (row[channel] ?? false);
}

/** Whether a user hears of a kind at all. */
export function hearsOf(stored: StoredChoices, kind: NotificationKind): boolean {
  return Object.values(choicesOf(stored)[kind]).some((choice) => choice !== false && choice !== 'off');
}

type Switches = z.infer<typeof NotificationChoices>;

const kindOfSwitch = {
  login: 'login',
  deposits: 'deposit',
  withdrawals: 'withdrawal',
  orders: 'order',
  alerts: 'alert',
  newsletter: 'newsletter',
} as const satisfies Record<keyof Switches, NotificationKind>;

const switchNames = Object.keys(kindOfSwitch) as (keyof Switches)[];

/** The six switches of the profile: each says whether mails of a kind come at all. */
export function switchesOf(stored: StoredChoices): Switches {
  const choices = choicesOf(stored);
  return Object.fromEntries(
    switchNames.map((name) => [name, choices[kindOfSwitch[name]].mail !== 'off']),
  ) as Switches;
}

/** What turning some of the six changes. One that is turned on stays with the digest where it was. */
export function storedFromSwitches(
  change: Readonly<Partial<Record<keyof Switches, boolean | undefined>>>,
  before: StoredChoices,
): StoredChoices {
  const choices = choicesOf(before);
  const cells = switchNames.flatMap((name) => {
    const isOn = change[name];
    const kind = kindOfSwitch[name];
    if (isOn === undefined || isOn === (choices[kind].mail !== 'off')) return [];
    return [[`${kind}.mail`, isOn ? 'now' : 'off'] as const];
  });
  return Object.fromEntries(cells);
}
