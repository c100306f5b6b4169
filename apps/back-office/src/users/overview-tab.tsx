import type { UserCard } from '@emporion/contracts/rest';

import { Card } from '@emporion/web/ui/surface/card.tsx';
import { Link } from 'react-router';
import { useMay } from '#app/me.ts';
import { Badge, inWords } from '#kit/badge.tsx';
import { ExactAmount } from '#kit/exact-amount.tsx';
import { type Fact, Facts } from '#kit/facts.tsx';
import { countryName, languageName } from '#kit/region-names.ts';
import { Time } from '#kit/time.tsx';
import { roleNames } from '#staff/role-names.ts';
import { kycTones } from './words.ts';

/** What holds, not what the switch alone says: a status that stops an account stops it whatever its switches say. */
function SwitchState({ isOn, card, paused }: { isOn: boolean; card: UserCard; paused?: boolean }) {
  const stop =
    card.status !== 'active'
      ? card.status
      : card.frozen_by_owner
        ? 'frozen by its owner'
        : paused
          ? 'frozen for payouts'
          : null;
  if (stop === null) return <Badge tone={isOn ? 'good' : 'bad'}>{isOn ? 'On' : 'Off'}</Badge>;
  return (
    <span className="inline-flex flex-wrap items-baseline gap-2">
      <Badge tone="bad">Off</Badge>
      <span className="text-muted">{`The account is ${stop}. Its switch is ${isOn ? 'on' : 'off'}.`}</span>
    </span>
  );
}
const ownLimit = (limit: number | null) => (limit === null ? 'As everybody' : limit.toLocaleString('en'));

const list = (words: string | number, to: string) => (
  <Link key={to} to={to} className="num text-accent hover:underline">
    {words}
  </Link>
);

function factorsText({ factors, roles }: UserCard): string {
  const held = [
    ...(factors.totp ? ['Authenticator app'] : []),
    ...(factors.passkeys > 0
      ? [`${factors.passkeys} ${factors.passkeys === 1 ? 'passkey' : 'passkeys'}`]
      : []),
    ...(factors.sms ? ['Text messages'] : []),
    ...(factors.email ? ['Email codes'] : []),
  ];
  if (held.length > 0) return held.join(', ');
  return roles.length > 0 ? 'Email codes, as staff' : 'Off';
}

const personFacts = (card: UserCard): Fact[] => [
  ['First name', card.first_name],
  ['Last name', card.last_name],
  ['Username', card.username],
  ['Phone', card.phone === null ? null : `${card.phone}${card.phone_verified ? '' : ' (not verified)'}`],
  ['Country', countryName(card.country)],
  ['Date of birth', card.birthday],
  ['Language', languageName(card.language)],
];

function Balances({ balances }: Pick<UserCard, 'balances'>) {
  if (balances.length === 0) return <p className="px-4 pb-4 text-muted">No balance in any coin.</p>;
  return (
    <div className="table-scroll">
      <table className="table">
        <caption className="sr-only">Balances</caption>
        <thead>
          <tr>
            <th scope="col">Coin</th>
            <th scope="col" className="text-right">
              Available
            </th>
            <th scope="col" className="text-right">
              In orders
            </th>
            <th scope="col" className="text-right">
              On hold
            </th>
          </tr>
        </thead>
        <tbody>
          {balances.map(({ coin, actual, orders, locked }) => (
            <tr key={coin}>
              <td data-label="Coin">
                <b className="font-semibold">{coin}</b>
              </td>
              {[
                ['Available', actual],
                ['In orders', orders],
                ['On hold', locked],
              ].map(([label, amount = '0']) => (
                <td key={label} data-label={label} className="text-right">
                  <ExactAmount value={amount} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** What there is of this user in the lists of all. */
function Activity({ card }: { card: UserCard }) {
  const may = useMay();
  const { counts } = card;
  const username = encodeURIComponent(card.username);
  return (
    <Card title="Activity">
      <Facts
        facts={[
          ['Open orders', list(counts.open_orders, `/trading/orders?user=${username}&status=open`)],
          ['All orders', list('Show', `/trading/orders?user=${username}`)],
          ['Trades', list('Show', `/trading/trades?user=${username}`)],
          ['Deposits', list(counts.deposits, `/wallet/deposits?user=${username}`)],
          ['Bank transfers in', String(counts.bank_transfers)],
          ['Card payments', list(counts.card_orders, `/cards?text=${username}`)],
          ['Withdrawals', list(counts.withdrawals, `/wallet/withdrawals?user=${username}`)],
          ['Tickets', may('tickets.view') ? list('Show', `/tickets?user=${card.id}`) : undefined],
          ['Open sessions', list(counts.sessions, '?tab=sessions')],
          ['What staff did', may('audit.read') ? list('Show', `/audit?user=${username}`) : undefined],
          [
            'Security events',
            may('audit.read') ? list('Show', `/security-events?user=${card.id}`) : undefined,
          ],
        ]}
      />
    </Card>
  );
}

export function OverviewTab({ card }: { card: UserCard }) {
  const { counts, limits } = card;
  return (
    <div className="flex flex-col gap-4">
      {counts.open_proposals > 0 && (
        <p className="text-warn">
          {counts.open_proposals === 1 ? 'A proposal' : `${counts.open_proposals} proposals`} for this account{' '}
          {counts.open_proposals === 1 ? 'waits' : 'wait'} for a second person.{' '}
          <Link to="/approvals?state=open" className="text-accent hover:underline">
            Open approvals
          </Link>
        </p>
      )}
      <Card title="Account">
        <Facts
          facts={[
            // What stands in place of an erased person says nothing of them.
            ...(card.erased ? ([['Personal details', 'Erased']] as const) : personFacts(card)),
            ['Registered', <Time key="registered" at={card.registered} />],
            ['Last login', <Time key="login" at={card.last_login} />],
            [
              'Verification',
              <Badge key="kyc" tone={kycTones[card.kyc_status]}>
                {`${inWords(card.kyc_status)}, level ${card.kyc_level}`}
              </Badge>,
            ],
            ['Two-factor authentication', factorsText(card)],
            ['Backup codes left', card.factors.backup_codes_left],
            [
              'Roles',
              card.roles.length === 0 ? undefined : card.roles.map((role) => roleNames[role]).join(', '),
            ],
          ]}
        />
      </Card>
      <Card title="Switches and limits">
        <Facts
          facts={[
            ['Trading', <SwitchState key="trading" isOn={card.trading_enabled} card={card} />],
            [
              'Withdrawals',
              <SwitchState
                key="withdrawals"
                isOn={card.withdrawal_enabled}
                card={card}
                paused={card.payouts_frozen_until !== null}
              />,
            ],
            ['Frozen by owner', card.frozen_by_owner ? 'Yes' : 'No'],
            ['Payouts frozen until', <Time key="frozen" at={card.payouts_frozen_until} />],
            ['Fee tier', `${card.fee_tier}, ${card.fee_tier_by_hand ? 'given by hand' : 'by volume'}`],
            [
              'Withdrawals a day',
              <span key="level">
                <ExactAmount value={card.withdrawal_limit.value_a_day} unit="USDT" /> (level{' '}
                {card.withdrawal_limit.level}, for card purchases too)
              </span>,
            ],
            ['Open orders allowed', ownLimit(limits.open_orders)],
            ['In one market', ownLimit(limits.open_orders_per_market)],
            ['Orders a day', ownLimit(limits.orders_per_day)],
          ]}
        />
      </Card>
      <Card title="Balances" flush>
        <Balances balances={card.balances} />
      </Card>
      <Activity card={card} />
    </div>
  );
}
