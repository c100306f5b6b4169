import { exchangeSettingsEndpoints } from '@emporion/contracts/rest';
import { call } from '@emporion/web/api/api.ts';
import { Button } from '@emporion/web/ui/button/button.tsx';
import { Card } from '@emporion/web/ui/surface/card.tsx';
import { useMay } from '#app/me.ts';
import { askAction } from '#kit/action/ask-action.tsx';
import { makeChange } from '#kit/action/change.ts';
import { reasonField } from '#kit/action/field.ts';
import { Badge } from '#kit/badge.tsx';

function askMaintenance(on: boolean): void {
  askAction({
    title: on ? 'Begin maintenance' : 'End maintenance',
    text: on
      ? 'People can look, sign in and cancel what they have open. Everything else is refused until maintenance ends. Staff go on working.'
      : 'Everybody can trade and withdraw again at once.',
    fields: [reasonField],
    confirm: on ? 'Begin maintenance' : 'End maintenance',
    isDangerous: on,
    run: ({ reason = '' }) =>
      makeChange({
        send: (confirmation) =>
          call(exchangeSettingsEndpoints.maintain, { body: { on, reason, confirmation } }),
        done: on ? 'Maintenance has begun.' : 'Maintenance is over.',
      }),
  });
}

export function MaintenanceCard({ maintenance }: { maintenance: boolean }) {
  const may = useMay();
  return (
    <Card
      title="Maintenance"
      actions={
        may('maintenance.switch') && (
          <Button
            size="small"
            color={maintenance ? 'green' : 'red'}
            variant={maintenance ? 'default' : 'flat'}
            onClick={() => askMaintenance(!maintenance)}
          >
            {maintenance ? 'End maintenance' : 'Begin maintenance'}
          </Button>
        )
      }
    >
      <p className="flex flex-wrap items-center gap-2 text-muted">
        <Badge tone={maintenance ? 'warn' : 'good'}>{maintenance ? 'Under maintenance' : 'Open'}</Badge>
        {maintenance
          ? 'Changes are refused; cancels stay possible.'
          : 'Everybody can trade, deposit and withdraw.'}
      </p>
    </Card>
  );
}
