import { Counter } from 'prom-client';
import type { Metrics } from './metrics.ts';

const reasons = ['database_unreachable', 'disk_full', 'other'] as const;

/** Every series is there from the start, so that an alert can tell 0 from nothing. */
export function countedBackgroundErrors({ registry }: Metrics): (reason: (typeof reasons)[number]) => void {
  const counter = new Counter({
    name: 'background_errors_total',
    help: 'Errors of timers and other tasks that no request waits for, since the start. The server goes on.',
    labelNames: ['reason'],
    registers: [registry],
  });
  for (const reason of reasons) counter.inc({ reason }, 0);
  return (reason) => counter.inc({ reason });
}
