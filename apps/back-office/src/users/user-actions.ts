import type { Endpoint } from '@emporion/contracts/rest';
import {
  approvalEndpoints,
  policyEndpoints,
  type UserCard,
  userAdminEndpoints,
  userFeeTierEndpoints,
} from '@emporion/contracts/rest';
import { call } from '@emporion/web/api/api.ts';
import { type Action, askAction } from '#kit/action/ask-action.tsx';
import { makeChange } from '#kit/action/change.ts';
import { type ActionField, type ActionValues, reasonField } from '#kit/action/field.ts';
import { amountText } from '#kit/amount-text.ts';
import { tierNames } from '#kit/fee-tiers.ts';
import { languageOptions } from './list-actions.ts';
import { nameOf, type Status, statusMeanings } from './words.ts';

type LooseCall = (
  endpoint: Endpoint,
  input: { params?: object; body: object },
) => ReturnType<typeof call<typeof userAdminEndpoints.setStatus>>;

interface Ask extends Pick<Action, 'title' | 'text' | 'fields' | 'confirm' | 'isDangerous'> {
  readonly endpoint: Endpoint;
  /** What the fields come to; the reason, the version and the code are added. */
  readonly body: (values: ActionValues) => object;
  readonly done: string;
}

/** A change by one person, on what they see: if somebody else changed it meanwhile, they are told. */
function ask({ id, version }: UserCard, { endpoint, body, done, fields, ...look }: Ask): void {
  askAction({
    ...look,
    fields: [...fields, reasonField],
    run: (values) =>
      makeChange({
        send: (confirmation) =>
          (call as unknown as LooseCall)(endpoint, {
            params: { id },
            body: { ...body(values), reason: values.reason ?? '', version, confirmation },
          }),
        done,
      }),
  });
}

/** What a second person has to approve. */
function propose({ id }: UserCard, { endpoint, body, fields, ...look }: Omit<Ask, 'done'>): void {
  askAction({
    ...look,
    fields: [...fields, reasonField],
    run: (values) =>
      makeChange({
        send: (confirmation) =>
          (call as unknown as LooseCall)(endpoint, {
            body: { ...body(values), user: id, reason: values.reason ?? '', confirmation },
          }),
        done: 'Proposed. A second person has to approve it.',
      }),
  });
}

export function askStatus(card: UserCard): void {
  const choices = Object.entries(statusMeanings).filter(([status]) => status !== card.status);
  ask(card, {
    title: `Change the status of ${nameOf(card)}`,
    text: 'Takes effect at once: for logins, the API, open pages and orders.',
    fields: [{ name: 'status', label: 'New status', kind: 'choice', options: choices as [Status, string][] }],
    confirm: 'Change status',
    isDangerous: true,
    endpoint: userAdminEndpoints.setStatus,
    body: ({ status }) => ({ status }),
    done: 'The status was changed.',
  });
}

export function askSwitches(card: UserCard): void {
  ask(card, {
    title: `Trading and withdrawals of ${nameOf(card)}`,
    text: 'Open orders stay and can be cancelled. Withdrawals in progress wait.',
    fields: [
      { name: 'trading', label: 'Trading allowed', kind: 'switch', initial: String(card.trading_enabled) },
      {
        name: 'withdrawal',
        label: 'Withdrawals allowed',
        kind: 'switch',
        initial: String(card.withdrawal_enabled),
      },
    ],
    confirm: 'Save',
    endpoint: userAdminEndpoints.setSwitches,
    body: ({ trading, withdrawal }) => ({
      trading_enabled: trading === 'true',
      withdrawal_enabled: withdrawal === 'true',
    }),
    done: 'Saved.',
  });
}

export function askFreeze(card: UserCard): void {
  ask(card, {
    title: `Freeze withdrawals of ${nameOf(card)}`,
    text: 'Nothing leaves the account until then. A freeze after a security change stays in place whatever you choose.',
    fields: [
      {
        name: 'until',
        label: 'Frozen until',
        kind: 'moment',
        isOptional: true,
        hint: 'Leave it empty to lift the freeze.',
        initial: card.staff_freeze_until === null ? '' : localMoment(card.staff_freeze_until),
      },
    ],
    confirm: 'Save',
    endpoint: userAdminEndpoints.freeze,
    body: ({ until }) => ({ until: until ? new Date(until).toISOString() : null }),
    done: 'Saved.',
  });
}

/** As the browser's own field for moments writes it. */
function localMoment(moment: string): string {
  const date = new Date(moment);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

export function askEdit(card: UserCard): void {
  const field = (name: 'first_name' | 'last_name' | 'birthday' | 'phone', label: string) =>
    ({ name, label, kind: name === 'birthday' ? 'day' : 'text', initial: card[name] ?? '' }) as const;
  ask(card, {
    title: `Edit ${nameOf(card)}`,
    text: 'A new phone number is not verified.',
    fields: [
      field('first_name', 'First name'),
      field('last_name', 'Last name'),
      { name: 'country', label: 'Country', kind: 'country', initial: card.country },
      field('birthday', 'Date of birth'),
      { ...field('phone', 'Phone'), isOptional: true },
      {
        name: 'language',
        label: 'Language',
        kind: 'choice',
        options: languageOptions,
        initial: card.language,
      },
    ],
    confirm: 'Save',
    endpoint: userAdminEndpoints.edit,
    body: ({ reason: _, ...written }) => changedOf(card, written),
    done: 'Saved.',
  });
}

/** Only what is another than before; an empty phone number is none. */
function changedOf(card: UserCard, written: ActionValues): object {
  const known = card as unknown as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    Object.entries(written)
      .map(([name, value]) => [name, name === 'phone' && value === '' ? null : value] as const)
      .filter(([name, value]) => (known[name] ?? null) !== value),
  );
}

export function askLabels(card: UserCard): void {
  ask(card, {
    title: `Flag and labels of ${nameOf(card)}`,
    fields: [
      { name: 'flagged', label: 'Flagged', kind: 'switch', initial: String(card.flagged) },
      {
        name: 'labels',
        label: 'Labels',
        kind: 'text',
        isOptional: true,
        hint: 'Separated by commas.',
        initial: card.labels.join(', '),
      },
    ],
    confirm: 'Save',
    endpoint: userAdminEndpoints.label,
    body: ({ flagged, labels = '' }) => ({
      flagged: flagged === 'true',
      labels: labels
        .split(',')
        .map((label) => label.trim())
        .filter(Boolean),
    }),
    done: 'Saved.',
  });
}

export function askEndSessions(card: UserCard): void {
  ask(card, {
    title: `Log ${nameOf(card)} out everywhere`,
    text: 'All sessions end, and every device has to log in again with a second factor.',
    fields: [],
    confirm: 'End all sessions',
    isDangerous: true,
    endpoint: userAdminEndpoints.endSessions,
    body: () => ({}),
    done: 'All sessions have ended.',
  });
}

export function askEndSession(card: UserCard, { id, device }: { id: string; device: string | null }): void {
  ask(card, {
    title: `End the session on ${device ?? 'a device'}`,
    text: 'Only this session ends. Its device has to log in again with a second factor.',
    fields: [],
    confirm: 'End this session',
    isDangerous: true,
    endpoint: userAdminEndpoints.endSessions,
    body: () => ({ session: id }),
    done: 'The session has ended.',
  });
}

export function askInvitation(card: UserCard): void {
  ask(card, {
    title: 'Send the invitation again',
    text: 'The email has a new link to choose a password. Earlier links stop working.',
    fields: [],
    confirm: 'Send',
    endpoint: userAdminEndpoints.invite,
    body: () => ({}),
    done: 'The email was sent.',
  });
}

/** No tier has this name. */
const byVolume = 'by_volume';

export function askTier(card: UserCard): void {
  const { id } = card;
  askAction({
    title: `Fee tier of ${nameOf(card)}`,
    text: 'A tier set by hand stays until it is removed, however much they trade.',
    fields: [
      {
        name: 'tier',
        label: 'Tier',
        kind: 'choice',
        options: [
          ...tierNames.map((tier) => [tier, tier] as const),
          [byVolume, card.fee_tier_by_hand ? 'By volume' : `By volume, now ${card.fee_tier}`],
        ],
        initial: card.fee_tier_by_hand ? card.fee_tier : byVolume,
      },
      reasonField,
    ],
    confirm: 'Save',
    run: ({ tier = '', reason = '' }) =>
      makeChange({
        send: (confirmation) =>
          tier === byVolume
            ? call(userFeeTierEndpoints.takeBack, { params: { id }, body: { reason, confirmation } })
            : call(userFeeTierEndpoints.give, { params: { id }, body: { tier, reason, confirmation } }),
        done: 'Saved.',
      }),
  });
}

/** The levels that there are, each with what may leave in a day. Without them the field takes a number. */
async function levelField(level: number | null): Promise<ActionField> {
  const answer = await call(policyEndpoints.read);
  const shared = { name: 'withdrawal_level', label: 'Withdrawal level', isOptional: true } as const;
  if (!answer.ok) return { ...shared, kind: 'number', initial: String(level ?? '') };
  const options = answer.value.levels.map(
    ({ level: each, value_a_day }) =>
      [String(each), `${each}: ${amountText(value_a_day)} USDT a day`] as const,
  );
  return {
    ...shared,
    kind: 'choice',
    initial: String(level ?? ''),
    options: [['', 'As everybody'], ...options],
  };
}

export async function askLimits(card: UserCard): Promise<void> {
  const { limits } = card;
  const level = await levelField(limits.withdrawal_level);
  const field = (name: keyof typeof limits, label: string) =>
    ({ name, label, kind: 'number', isOptional: true, initial: String(limits[name] ?? '') }) as const;
  propose(card, {
    title: `Limits of ${nameOf(card)}`,
    text: 'Leave a field empty to use the limit everybody has.',
    fields: [
      field('open_orders', 'Open orders'),
      field('open_orders_per_market', 'Open orders in one market'),
      field('orders_per_day', 'Orders a day'),
      level,
    ],
    confirm: 'Propose',
    endpoint: approvalEndpoints.changeLimits,
    body: ({ reason: _, ...written }) => ({
      limits: Object.fromEntries(
        Object.entries(written).map(([name, value]) => [name, value === '' ? null : Number(value)]),
      ),
    }),
  });
}

export function askEmail(card: UserCard): void {
  propose(card, {
    title: `Change the email of ${nameOf(card)}`,
    text: 'For users who can no longer read their old email. Both addresses are notified, sessions end, and withdrawals freeze for 24 hours.',
    fields: [{ name: 'email', label: 'New email', kind: 'text' }],
    confirm: 'Propose',
    endpoint: approvalEndpoints.changeEmail,
    body: ({ email }) => ({ email }),
  });
}

export function askFactorReset(card: UserCard): void {
  propose(card, {
    title: `Reset two-factor authentication of ${nameOf(card)}`,
    text: 'For users who have lost their app, passkey or phone. Check who they are first. Sessions end, and withdrawals freeze for 24 hours.',
    fields: [],
    confirm: 'Propose',
    isDangerous: true,
    endpoint: approvalEndpoints.resetFactors,
    body: () => ({}),
  });
}

export function askErasure(card: UserCard): void {
  propose(card, {
    title: `Delete ${nameOf(card)}`,
    text: 'Closes the account and erases all personal details. The ledger stays. This can’t be undone.',
    fields: [],
    confirm: 'Propose to delete',
    isDangerous: true,
    endpoint: approvalEndpoints.eraseUser,
    body: () => ({}),
  });
}
