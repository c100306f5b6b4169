import {
  type Approval,
  type CoinTerms,
  type KycLevelRules,
  type PaySystem,
  paySystemNames,
  type StaffRole,
} from '@emporion/contracts/rest';
import { formatDecimal, parseDecimal } from '@emporion/kernel';
import { amountText, figureText } from '#kit/amount-text.ts';
import { inWords } from '#kit/badge.tsx';
import { timeText } from '#kit/time.tsx';
import { roleNames } from '#staff/role-names.ts';
import { termsInWords } from '#trading/listings/terms-in-words.ts';
import { ruleNames } from '#trading/markets/market-query.ts';
import { marketStateNames } from '#trading/words.ts';
import { rulesInWords } from '#verification/words.ts';

/** One value that a proposal changes. Without `before` nothing is known of what stood there. */
export interface Difference {
  readonly label: string;
  readonly before?: string;
  readonly after: string;
}

/** What a proposal names, beside what it changes. */
export interface Named {
  readonly label: string;
  readonly value: string;
  /** The page of it. */
  readonly to?: string;
  /** An address or a hash, to be compared digit by digit. */
  readonly isExact?: boolean;
  /** The code of a network, which is shown by its name. */
  readonly isNetwork?: boolean;
}

export interface Described {
  /** The proposal in a line. */
  readonly line: string;
  readonly named: readonly Named[];
  readonly differences: readonly Difference[];
}

type Values = Readonly<Record<string, unknown>>;

const labels: Readonly<Record<string, string>> = {
  ...ruleNames,
  open_orders: 'Open orders',
  open_orders_per_market: 'Open orders in one market',
  orders_per_day: 'Orders a day',
  withdrawal_level: 'Withdrawal level',
  payouts_above: 'Withdrawals take two people above, in USDT',
  credits_above: 'Held deposits take two people above, in USDT',
  hold_above: 'Hold withdrawals above, in USDT',
  hold_on_new_device: 'Hold withdrawals from new devices',
  new_device_hours: 'A device is new for, in hours',
  velocity_requests: 'Requests before a hold',
  velocity_minutes: 'Within minutes',
  address_delay_hours: 'New addresses wait, in hours',
  card_hold_hours: 'Money paid in by card stays for, in hours',
  level: 'Level of everybody',
  keep_approved_days: 'Documents are kept after an approval, in days',
  keep_rejected_days: 'Documents are kept after a rejection, in days',
  answer_days: 'An application waits for its owner, in days',
  claim_minutes: 'A claim counts for, in minutes',
};

/** `name` says whether a value that is written in digits is a figure. */
function shown(value: unknown, name = ''): string {
  if (value === null || value === undefined) return 'As everybody';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.map((each) => shown(each, name)).join(', ');
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([field, each]) => `${inWords(field)} ${shown(each, field)}`)
      .join(', ');
  return figureText(name, String(value));
}

/** What differs, name by name; everything where nothing is known of before. */
function between(before: unknown, after: unknown): Difference[] {
  const known = before as Values | undefined;
  return Object.entries((after ?? {}) as Values).flatMap(([name, value]) => {
    const label = labels[name] ?? inWords(name);
    const after = shown(value, name);
    if (known === undefined) return [{ label, after }];
    const before = shown(known[name], name);
    return before === after ? [] : [{ label, before, after }];
  });
}

const percent = (partsPerMillion: unknown): string => `${Number(partsPerMillion) / 10_000}%`;
const tierText = ({ volume, maker, taker }: Values): string =>
  `from ${shown(volume, 'volume')} USDT, maker ${percent(maker)}, taker ${percent(taker)}`;

/** Rows of a table that is changed as a whole, each by what names it. */
function rows(before: unknown, after: unknown, name: (row: Values) => string, text: (row: Values) => string) {
  const known =
    before === undefined ? undefined : new Map((before as Values[]).map((row) => [name(row), text(row)]));
  return (after as Values[]).flatMap((row): Difference[] => {
    const label = name(row);
    if (known === undefined) return [{ label, after: text(row) }];
    return known.get(label) === text(row)
      ? []
      : [{ label, before: known.get(label) ?? 'None', after: text(row) }];
  });
}

const digits = 18;

/** The sum of two decimals, as exactly as they are written. */
function sum(left: string, right: string): string | undefined {
  const units = (text: string): bigint | undefined => {
    const parsed = parseDecimal(text.replace('-', ''), digits);
    if (!parsed.ok) return undefined;
    return text.startsWith('-') ? -parsed.value : parsed.value;
  };
  const [a, b] = [units(left), units(right)];
  if (a === undefined || b === undefined) return undefined;
  const total = a + b;
  const text = formatDecimal(total < 0n ? -total : total, digits)
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '');
  return total < 0n ? `-${text}` : text;
}

const differencesLine = (differences: readonly Difference[]): string =>
  differences
    .map(({ label, before, after }) => `${label} ${before === undefined ? '' : `${before} → `}${after}`)
    .join(', ');

function ofAdjustment(approval: Approval, who: Named[]): Described {
  const { payload, current } = approval;
  const { currency, amount, category, evidence } = payload as Record<string, string>;
  const moved = amountText(amount ?? '0');
  const signed = amount?.startsWith('-') ? moved : `+${moved}`;
  const before = current.available === undefined ? undefined : String(current.available);
  const after = before === undefined ? undefined : sum(before, amount ?? '0');
  return {
    line: `${signed} ${currency} for ${approval.subject ?? 'a user'} (${inWords(category ?? 'other').toLowerCase()})`,
    named: [
      ...who,
      { label: 'Amount', value: `${signed} ${currency}` },
      { label: 'Category', value: inWords(category ?? 'other') },
      ...(evidence === undefined ? [] : [{ label: 'Evidence', value: evidence }]),
    ],
    differences:
      before === undefined || after === undefined
        ? []
        : [
            {
              label: 'Available balance',
              before: amountText(before, currency),
              after: amountText(after, currency),
            },
          ],
  };
}

/** Money that comes or goes: of it nothing is changed, all of it is named. */
function ofMovement({ kind, payload, subject }: Approval, who: Named[]): Described {
  const { currency, amount, network, address, hash, withdrawal, deposit, bank_transaction, sender } =
    payload as Record<string, string | undefined>;
  const page = withdrawal === undefined ? `/wallet/deposits/${deposit}` : `/wallet/withdrawals/${withdrawal}`;
  const id = withdrawal ?? deposit;
  const optional = (label: string, value: string | undefined, isExact = false): Named[] =>
    value === undefined ? [] : [{ label, value, isExact }];
  return {
    line: `${amountText(String(amount), String(currency))} ${kind === 'large_payout' ? 'of' : 'to'} ${subject ?? 'a user'}`,
    named: [
      ...who,
      { label: 'Amount', value: amountText(String(amount), String(currency)) },
      ...(network === undefined ? [] : [{ label: 'Network', value: network, isNetwork: true }]),
      ...optional(network === 'bank' ? 'To the account' : 'To the address', address, true),
      ...optional('Transaction', hash, true),
      ...optional('Transaction of the bank', bank_transaction),
      ...optional('From', sender),
      ...(id === undefined
        ? []
        : [{ label: withdrawal === undefined ? 'Deposit' : 'Withdrawal', value: 'Open', to: page }]),
    ],
    differences: [],
  };
}

function ofMarkets({ payload, current }: Approval): Described {
  const pairs = payload.pair === undefined ? (payload.pairs as string[]) : [String(payload.pair)];
  const nodes = (payload.nodes ?? []) as string[];
  const states = current.states as Record<string, keyof typeof marketStateNames> | undefined;
  return {
    line: pairs.join(', '),
    named: [
      ...pairs.map((pair) => ({ label: 'Market', value: pair, to: `/trading/markets/${pair}` })).slice(0, 1),
      // Whoever opens a market of a network that staff added is to know whom it believes.
      ...(nodes.length === 0
        ? []
        : [{ label: 'Believes the nodes', value: nodes.join(', '), isExact: true }]),
    ],
    differences: pairs.map((pair) => {
      const state = states?.[pair];
      return {
        label: pair,
        ...(state === undefined ? {} : { before: marketStateNames[state] }),
        after: marketStateNames.open,
      };
    }),
  };
}

function whoOf({ concerns, subject }: Approval): Named[] {
  if (concerns === null) return [];
  return [{ label: 'User', value: subject ?? 'Erased', to: `/users/${concerns}` }];
}

const fromOf = ({ payload }: Approval): Named[] => [
  { label: 'From', value: timeText(String(payload.effective)) },
];

/** What holds for everybody: tables and rules of which only what changes is shown. */
function ofPolicy(approval: Approval): Described {
  const { kind, payload, current } = approval;
  switch (kind) {
    case 'network_change': {
      const differences = between(payload.before, payload.after);
      const network = shown(payload.network);
      const named = [{ label: 'Network', value: network, isNetwork: true }];
      return { line: `${network}: ${differencesLine(differences)}`, named, differences };
    }
    case 'fee_tiers': {
      const tier = (row: Values) => `Tier ${shown(row.name)}`;
      const differences = rows(current.tiers, payload.tiers, tier, tierText);
      return { line: differences.map(({ label }) => label).join(', '), named: fromOf(approval), differences };
    }
    case 'level_limits': {
      const level = (row: Values) => `Level ${shown(row.level)}, a day`;
      const text = (row: Values) => amountText(String(row.value_a_day), 'USDT');
      const differences = rows(current.levels, payload.levels, level, text);
      return { line: differencesLine(differences), named: [], differences };
    }
    case 'card_limits': {
      const text = (row: Values) =>
        `${amountText(String(row.payment_max), 'USDT')} at once, ${amountText(String(row.day_max))} a day`;
      const differences = rows(current.levels, payload.levels, (row) => `Level ${shown(row.level)}`, text);
      return { line: differencesLine(differences), named: [], differences };
    }
    case 'kyc_level': {
      const { level, ...rules } = payload.rules as KycLevelRules;
      const known = current.rules as KycLevelRules | undefined;
      const differences = between(known && rulesInWords(known), rulesInWords(rules));
      const line = `Level ${level}: ${known ? differencesLine(differences) : 'new'}`;
      return { line, named: [{ label: 'Level', value: String(level) }], differences };
    }
    case 'kyc_policy': {
      const differences = between(current.policy, payload.policy);
      return { line: differencesLine(differences), named: [], differences };
    }
    case 'fiat_rate': {
      const unit = String(payload.currency);
      const before = current.rate === undefined ? {} : { before: amountText(String(current.rate), unit) };
      const differences = [{ label: '1 USDT', ...before, after: amountText(String(payload.rate), unit) }];
      return { line: differencesLine(differences), named: [], differences };
    }
    case 'bank_account': {
      const { currency, ...terms } = payload.rules as Values;
      const differences = between(current.rules, terms);
      const of = { label: 'Currency', value: String(currency) };
      return { line: `${currency}: ${differencesLine(differences)}`, named: [of], differences };
    }
    case 'withdrawal_rules': {
      const differences = between(current.rules, payload.rules);
      return { line: differencesLine(differences), named: [], differences };
    }
    case 'review_thresholds': {
      const known = Object.keys(current).length === 0 ? undefined : current;
      const differences = between(known, payload);
      return { line: differencesLine(differences), named: [], differences };
    }
    default:
      return { line: kind, named: [], differences: between(undefined, payload) };
  }
}

/** Limits with what their level of withdrawals lets go in a day, as far as the proposal knows it. */
function withWorth(limits: unknown, { levels, level }: Values): Values | undefined {
  if (limits === undefined || levels === undefined) return limits as Values | undefined;
  const { withdrawal_level: own, ...rest } = limits as Values;
  const worth = (levels as Values[]).find((each) => each.level === (own ?? level))?.value_a_day;
  const a_day = worth === undefined ? '' : amountText(String(worth), 'USDT a day');
  if (own === null)
    return { ...rest, withdrawal_level: a_day === '' ? 'As everybody' : `As everybody: ${a_day}` };
  return { ...rest, withdrawal_level: `Level ${shown(own)}${a_day === '' ? '' : `: ${a_day}`}` };
}

/** What is proposed, in words and as differences, the same for everybody who looks. */
export function describe(approval: Approval): Described {
  const { kind, payload, current, subject } = approval;
  const who = whoOf(approval);
  const name = subject ?? 'a user';
  switch (kind) {
    case 'balance_adjustment':
      return ofAdjustment(approval, who);
    case 'large_payout':
    case 'deposit_credit':
    case 'bank_credit':
      return ofMovement(approval, who);
    case 'market_reopening':
    case 'markets_reopening':
      return ofMarkets(approval);
    case 'role_grant': {
      const role = roleNames[payload.role as StaffRole];
      const held = current.roles as StaffRole[] | undefined;
      const text = (roles: readonly StaffRole[]) => roles.map((each) => roleNames[each]).join(', ') || 'None';
      const before = held === undefined ? {} : { before: text(held) };
      const after = text([...(held ?? []), payload.role as StaffRole]);
      return { line: `${role} for ${name}`, named: who, differences: [{ label: 'Roles', ...before, after }] };
    }
    case 'email_change': {
      const after = payload.email === undefined ? 'Hidden from your role' : String(payload.email);
      const before = typeof current.email === 'string' ? { before: current.email } : {};
      return { line: name, named: who, differences: [{ label: 'Email', ...before, after }] };
    }
    case 'factor_reset':
    case 'user_erasure':
      return { line: name, named: who, differences: [] };
    case 'user_limits': {
      const differences = between(
        withWorth(current.limits, current),
        withWorth(payload.limits, { levels: current.levels }),
      );
      return { line: `${name}: ${differencesLine(differences)}`, named: who, differences };
    }
    case 'market_rules': {
      const pair = String(payload.pair);
      const differences = between(current.rules, payload.rules);
      const market = { label: 'Market', value: pair, to: `/trading/markets/${pair}` };
      return {
        line: `${pair}: ${differencesLine(differences)}`,
        named: [market, ...fromOf(approval)],
        differences,
      };
    }
    case 'coin_terms': {
      const coin = String(payload.currency);
      const differences = between(
        current.terms === undefined ? undefined : termsInWords(current.terms as CoinTerms),
        termsInWords(payload.terms as CoinTerms),
      );
      const page = { label: 'Coin', value: coin, to: `/trading/coins/${coin}` };
      return {
        line: `${coin}: ${differencesLine(differences)}`,
        named: [page, ...fromOf(approval)],
        differences,
      };
    }
    case 'card_refund': {
      const { amount, currency, pay_system } = payload as Record<string, string>;
      const paid = { label: 'Amount', value: amountText(String(amount), String(currency)) };
      const by = { label: 'Pay system', value: paySystemNames[pay_system as PaySystem] ?? '–' };
      return { line: `${paid.value} to ${name}`, named: [...who, paid, by], differences: [] };
    }
    default:
      return ofPolicy(approval);
  }
}
