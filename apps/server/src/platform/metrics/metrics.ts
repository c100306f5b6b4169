import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export interface Metrics {
  /** Modules register their own measures here. */
  readonly registry: Registry;
  /** By method, route pattern and status: a pattern, never a path, so that the series stay few. */
  readonly requestDuration: Histogram<'method' | 'route' | 'status'>;
  /** A plain number, because it changes twice with every request. */
  readonly inFlight: { requests: number };
  /** Changes that were refused since the start, by the code that people were told. Plain numbers, for each hostile request makes one. */
  readonly refusals: Map<string, number>;
  /** Server errors because an answer did not fit its contract. */
  readonly answerFaults: Counter<'method' | 'route'>;
  /** Rows of answers with outside data that the contract does not allow: they are shown without it. */
  readonly unreadableRows: Counter<'method' | 'route'>;
}

/** What is measured of the process itself, which is one however many servers run in it: the timer and the observer behind it never end. */
let ofProcess: Registry | undefined;

function measureProcess(): Registry {
  const register = new Registry();
  collectDefaultMetrics({ register });
  return register;
}

/** Each call makes a registry of its own, so two servers in one process do not count for each other. */
export function createMetrics(): Metrics {
  ofProcess ??= measureProcess();
  const registry = Registry.merge([ofProcess]);
  const inFlight = { requests: 0 };
  new Gauge({
    name: 'http_requests_in_flight',
    help: 'Requests that are being answered now.',
    registers: [registry],
    collect() {
      this.set(inFlight.requests);
    },
  });
  const refusals = new Map<string, number>();
  new Counter({
    name: 'http_refusals_total',
    help: 'Changes that were refused since the start, by the code that people were told.',
    labelNames: ['code'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [code, count] of refusals) this.inc({ code }, count);
    },
  });
  return {
    registry,
    requestDuration: new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time from the first byte of a request to the last byte of its answer.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers: [registry],
    }),
    inFlight,
    refusals,
    answerFaults: new Counter({
      name: 'http_answer_faults_total',
      help: 'Server errors because an answer did not fit its contract, by route.',
      labelNames: ['method', 'route'],
      registers: [registry],
    }),
    unreadableRows: new Counter({
      name: 'http_unreadable_rows_total',
      help: 'Rows of answers that were shown without outside data that the contract does not allow, by route.',
      labelNames: ['method', 'route'],
      registers: [registry],
    }),
  };
}
