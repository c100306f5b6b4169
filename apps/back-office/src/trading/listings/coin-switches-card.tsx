import { type CoinSwitches, type StaffCoin, tradingSwitchEndpoints } from '@emporion/contracts/rest';
import { call } from '@emporion/web/api/api.ts';
import { Button } from '@emporion/web/ui/button/button.tsx';
import { Card } from '@emporion/web/ui/surface/card.tsx';
import { useMay } from '#app/me.ts';
import { askAction } from '#kit/action/ask-action.tsx';
import { makeChange } from '#kit/action/change.ts';
import { reasonField } from '#kit/action/field.ts';
import { Badge } from '#kit/badge.tsx';

type Name = keyof CoinSwitches;

const switches: readonly (readonly [name: Name, label: string, sentence: string])[] = [
  ['disable_exchange', 'Swaps', 'Swaps, recurring swaps and card orders of the coin.'],
  ['disable_pairs', 'Pairs', 'New orders in all markets of the coin. Users read that the pair is disabled.'],
  ['disable_stack', 'Order books', 'The same. Users read that trading of the coin is disabled.'],
  ['disable_all', 'Coin', 'Off hides it: no orders, swaps or withdrawals, and deposits are held.'],
];

function askSwitches({ code, switches: now }: StaffCoin): void {
  askAction({
    title: `Switch trading of ${code}`,
    text: 'Takes effect at once, for everybody. Open orders stay, and users can cancel them. Halted markets stay halted.',
    fields: [
      ...switches.map(([name, label]) => ({
        ...{ name, label: `${label} on`, kind: 'switch' as const, initial: String(!now[name]) },
      })),
      reasonField,
    ],
    confirm: 'Switch',
    run: ({ reason = '', ...wanted }) =>
      makeChange({
        send: (confirmation) => {
          const isOff = (name: Name): boolean => wanted[name] !== 'true';
          const body = {
            ...{ disable_all: isOff('disable_all'), disable_exchange: isOff('disable_exchange') },
            ...{ disable_pairs: isOff('disable_pairs'), disable_stack: isOff('disable_stack') },
          };
          return call(tradingSwitchEndpoints.switchCoin, {
            ...{ params: { currency: code }, body: { ...body, reason, confirmation } },
          });
        },
        done: `Trading of ${code} was switched.`,
      }),
  });
}

/** What of a coin is switched off, and the button that switches it. Deposits and withdrawals have a page of their own. */
export function CoinSwitchesCard({ coin }: { coin: StaffCoin }) {
  const may = useMay();
  return (
    <Card title="Trading">
      <ul className="flex flex-col gap-2">
        {switches.map(([name, label, sentence]) => (
          <li key={name} className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
            <Badge tone={coin.switches[name] ? 'bad' : 'good'}>
              {`${label} ${coin.switches[name] ? 'off' : 'on'}`}
            </Badge>
            <span className="min-w-0 flex-1 basis-64 text-pretty text-muted">{sentence}</span>
          </li>
        ))}
      </ul>
      {may('markets.halt') && (
        <Button color="black" className="mt-4" onClick={() => askSwitches(coin)}>
          Switch trading
        </Button>
      )}
    </Card>
  );
}
