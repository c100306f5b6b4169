import { type Confirmation, type NetworkState, treasuryEndpoints } from '@emporion/contracts/rest';
import { call } from '@emporion/web/api/api.ts';
import { valueOrThrow } from '@emporion/web/api/queries.ts';
import { Button } from '@emporion/web/ui/button/button.tsx';
import { Card } from '@emporion/web/ui/surface/card.tsx';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { useMay } from '#app/me.ts';
import { askAction } from '#kit/action/ask-action.tsx';
import { makeChange } from '#kit/action/change.ts';
import { reasonField } from '#kit/action/field.ts';
import { Badge } from '#kit/badge.tsx';
import { Facts } from '#kit/facts.tsx';
import { Failure } from '#kit/failure.tsx';
import { Loading } from '#kit/loading.tsx';
import { PageHead } from '#kit/page-head.tsx';
import { SignerLines } from '#kit/signer-lines.tsx';
import { waitsWord } from './words.ts';

interface Switches {
  readonly deposits: boolean;
  readonly withdrawals: boolean;
}
interface Place {
  readonly network?: string;
  readonly currency?: string;
}

function send(
  { network, currency }: Place,
  {
    overrides,
    ...body
  }: Switches & { overrides: boolean; reason: string; confirmation: Confirmation | undefined },
) {
  if (network === undefined)
    return call(treasuryEndpoints.switchCoin, { params: { currency: currency ?? '' }, body });
  return currency === undefined
    ? call(treasuryEndpoints.switchNetwork, { params: { network }, body })
    : call(treasuryEndpoints.switchCoinOnNetwork, {
        params: { network, currency },
        body: { ...body, ...(overrides && { override_signer: true }) },
      });
}

function askSwitches(
  place: Place,
  name: string,
  { deposits, withdrawals }: Switches,
  isLacked = false,
): void {
  askAction({
    title: `Switches of ${name}`,
    text: 'Deposits that arrive while they are off are kept and credited later. Queued withdrawals wait.',
    confirm: 'Set',
    fields: [
      { name: 'deposits', label: 'Deposits are on', kind: 'switch', initial: String(deposits) },
      { name: 'withdrawals', label: 'Withdrawals are on', kind: 'switch', initial: String(withdrawals) },
      ...(isLacked
        ? [
            {
              name: 'overrides',
              label: 'Take deposits although the signer does not pay them out',
              kind: 'switch' as const,
              initial: 'false',
            },
          ]
        : []),
      reasonField,
    ],
    run: ({ deposits: wantsIn, withdrawals: wantsOut, overrides, reason = '' }) =>
      makeChange({
        send: (confirmation) =>
          send(place, {
            deposits: wantsIn === 'true',
            withdrawals: wantsOut === 'true',
            overrides: overrides === 'true',
            reason,
            confirmation,
          }),
        done: 'Switched.',
      }),
  });
}

function State({ isOn, label }: { isOn: boolean; label: string }) {
  return <Badge tone={isOn ? 'good' : 'bad'}>{isOn ? `${label} on` : `${label} off`}</Badge>;
}

function Both({ deposits, withdrawals }: Switches) {
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      <State isOn={deposits} label="Deposits" />
      <State isOn={withdrawals} label="Withdrawals" />
    </span>
  );
}

function Coins({ state: { network, coins } }: { state: NetworkState }) {
  const mayTurn = useMay()('networks.switch');
  return (
    <ul className="flex flex-col gap-2 pt-3" aria-label={`Coins on ${network}`}>
      {coins.map(
        ({
          currency,
          deposits,
          withdrawals,
          coin_deposits,
          coin_withdrawals,
          hidden,
          stopped,
          signer_lines,
        }) => (
          <li key={currency} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <b className="min-w-14 font-semibold">{currency}</b>
            <Both deposits={deposits} withdrawals={withdrawals} />
            {(!coin_deposits || !coin_withdrawals) && (
              <Badge tone="warn">
                {coin_deposits ? 'Withdrawals' : coin_withdrawals ? 'Deposits' : 'Both'} off on all networks
              </Badge>
            )}
            {hidden && <Badge>Hidden</Badge>}
            {stopped && <Badge tone="bad">Stopped by its books</Badge>}
            {signer_lines !== null && <SignerLines network={network} lines={signer_lines} />}
            {mayTurn && (
              <>
                <Button
                  size="small"
                  variant="flat"
                  onClick={() =>
                    askSwitches(
                      { network, currency },
                      `${currency} on ${network}`,
                      { deposits, withdrawals },
                      signer_lines !== null,
                    )
                  }
                >
                  Switch here
                </Button>
                <Button
                  size="small"
                  variant="flat"
                  onClick={() =>
                    askSwitches({ currency }, `${currency} on all networks`, {
                      deposits: coin_deposits,
                      withdrawals: coin_withdrawals,
                    })
                  }
                >
                  Switch on all networks
                </Button>
              </>
            )}
          </li>
        ),
      )}
    </ul>
  );
}

function Node({ state }: { state: NetworkState }) {
  if (state.error !== null) return <Badge tone="bad">Node away</Badge>;
  return (state.lag ?? 0) > state.confirmations ? (
    <Badge tone="warn">Behind</Badge>
  ) : (
    <Badge tone="good">Follows</Badge>
  );
}

function NetworkCard({ state }: { state: NetworkState }) {
  const may = useMay();
  const navigate = useNavigate();
  const { network, name, deposits, withdrawals, waits } = state;
  return (
    <Card
      title={
        <span className="inline-flex flex-wrap items-center gap-2">
          {name} <Node state={state} /> <Both deposits={deposits} withdrawals={withdrawals} />
        </span>
      }
      actions={
        <span className="flex flex-wrap gap-2">
          {may('markets.create') && (
            <Button size="small" variant="flat" onClick={() => void navigate(`/trading/networks/${network}`)}>
              Correct its settings
            </Button>
          )}
          {may('networks.switch') && (
            <Button
              size="small"
              color="black"
              onClick={() => askSwitches({ network }, name, { deposits, withdrawals })}
            >
              Switch the network
            </Button>
          )}
        </span>
      }
    >
      <Facts
        facts={[
          ['Block written down', state.height === null ? 'None' : String(state.height)],
          ['Block of the node', state.node_height === null ? 'Unknown' : String(state.node_height)],
          ['Behind by', state.lag === null ? '–' : `${state.lag} blocks`],
          ['Keys of the signer', state.keys ? 'Known' : 'Unknown'],
          [
            'Payouts wait for',
            waits.length === 0
              ? 'Nothing'
              : waits.map(({ for: what, count }) => `${waitsWord(what)} (${count})`).join(', '),
          ],
          ['Last error', state.error ?? undefined],
        ]}
      />
      <Coins state={state} />
    </Card>
  );
}

const signerWords = {
  none: ['plain', 'No signer here'],
  reached: ['good', 'Signer answers'],
  away: ['bad', 'Signer away'],
} as const;

export function NetworksPage() {
  const networks = useQuery({
    queryKey: ['networks'],
    queryFn: async ({ signal }) => valueOrThrow(await call(treasuryEndpoints.networks, { signal })),
    refetchInterval: 10_000,
  });
  const { data } = networks;
  const [tone, word] = signerWords[data?.signer.state ?? 'none'];
  return (
    <>
      <PageHead
        title="Networks"
        text="Nodes, the signer, and deposit and withdrawal switches per network and coin."
        actions={data !== undefined && <Badge tone={tone}>{word}</Badge>}
      />
      {data?.signer.error && <p className="text-sell">{data.signer.error}</p>}
      {networks.isPending && <Loading />}
      {networks.error !== null && data === undefined && <Failure error={networks.error} />}
      <div className="grid gap-4 xl:grid-cols-2">
        {data?.results.map((state) => (
          <NetworkCard key={state.network} state={state} />
        ))}
      </div>
    </>
  );
}
