import * as z from 'zod/mini';
import { described } from '#documented.ts';
import { defineEndpoint } from '#rest/endpoint.ts';
import { orderEndpoints } from '#rest/trading/orders.ts';
import { movementFilters } from '#rest/wallet/movements.ts';
import { statementQuery, timeZone } from '#rest/wallet/statement.ts';

export const exportFormats = ['csv', 'pdf', 'xlsx'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** How many rows an export has before its first byte comes. Whoever reads the stream can count with it. */
export const totalRowsHeader = 'x-total-rows';

/** More rows are refused before anything is sent: a narrower filter makes several files of them. */
export const exportRowsMax: Readonly<Record<ExportFormat, number>> = {
  csv: 1_000_000,
  xlsx: 1_000_000,
  pdf: 100_000,
};

const options = {
  format: described(z.enum(exportFormats), 'xlsx: for spreadsheets.'),
  time_zone: timeZone,
};

const download = {
  access: 'user',
  tag: 'exports',
  method: 'GET',
  response: described(
    z.string(),
    'The file, as a stream in the language of the request. The header x-total-rows says how many rows it has.',
  ),
} as const;

const errors = ['export_running', 'export_too_large'] as const;
const page = { limit: true, cursor: true } as const;

export const exportEndpoints = {
  movements: defineEndpoint({
    ...download,
    path: 'exports/movements',
    summary: "Download the movements of one's own money, with the filters of their list",
    query: z.strictObject({ ...movementFilters, ...options }),
    errors: ['coin_invalid', ...errors],
  }),
  orders: defineEndpoint({
    ...download,
    path: 'exports/orders',
    summary: "Download one's own orders, with the filters of their list",
    query: z.extend(z.omit(orderEndpoints.list.query, page), options),
    errors,
  }),
  trades: defineEndpoint({
    ...download,
    path: 'exports/trades',
    summary: "Download one's own trades, with the filters of their list",
    query: z.extend(z.omit(orderEndpoints.fills.query, page), options),
    errors,
  }),
  statement: defineEndpoint({
    ...download,
    path: 'exports/statement',
    summary: "Download the sums of a year of one's own money, coin by coin",
    query: z.strictObject({ ...statementQuery, format: options.format }),
    errors: ['coin_invalid', ...errors],
  }),
} as const;
