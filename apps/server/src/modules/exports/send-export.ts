import { Readable } from 'node:stream';
import { type ExportFormat, exportRowsMax, totalRowsHeader } from '@emporion/contracts/rest';
import type { FastifyReply } from 'fastify';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';
import { settingsOf } from '#platform/settings/exchange-settings.ts';
import type { ExportTable } from './export-table.ts';
import type { ExportWords } from './export-words.ts';
import { csvOf } from './formats/csv.ts';
import { xlsxOf } from './formats/xlsx.ts';
import { pdfOf } from './pdf/pdf.ts';
import type { CountedTable } from './tables/counted-table.ts';

/** Exports of all users together; each holds a page of rows in memory. */
const atOnceMax = 16;

const contentTypes: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
};

interface Asked {
  readonly userId: string;
  readonly format: ExportFormat;
  readonly words: ExportWords;
  readonly reply: FastifyReply;
  /** Counts the rows. */
  readonly prepare: () => Promise<CountedTable>;
}

/**
 * Sends a table as a file, written as fast as it is read: rows are fetched when there is room for them. A user has one under way at a time, from the count to the
 * last byte or until they go away.
 *
 * @throws Problem export_running, export_too_large, service_unavailable.
 */
export class ExportSender {
  readonly #platform: Platform;
  readonly #running = new Set<string>();

  constructor(platform: Platform) {
    this.#platform = platform;
  }

  async send({ userId, format, words, reply, prepare }: Asked): Promise<never> {
    if (this.#running.has(userId)) throw new Problem('export_running');
    if (this.#running.size >= atOnceMax) throw new Problem('service_unavailable', { retryAfterSeconds: 5 });
    this.#running.add(userId);
    const release = () => void this.#running.delete(userId);
    try {
      const { count, table } = await prepare();
      const max = exportRowsMax[format];
      if (count > max) throw new Problem('export_too_large', { params: { rows: count, max } });
      const gone = new AbortController();
      reply.raw.once('close', () => {
        gone.abort();
        release();
      });
      if (reply.raw.destroyed) release();
      const made = table(gone.signal);
      reply
        .type(contentTypes[format])
        .header(totalRowsHeader, String(count))
        .header('content-disposition', `attachment; filename="${made.fileName}.${format}"`)
        .header('cache-control', 'no-store')
        .send(
          Readable.from(this.#bytesOf(made, format, words), { objectMode: false, highWaterMark: 65_536 }),
        );
      // The stream is the answer; the contract describes what comes out of it.
      return reply as never;
    } catch (error) {
      release();
      throw error;
    }
  }

  #bytesOf(
    table: ExportTable,
    format: ExportFormat,
    { language }: ExportWords,
  ): AsyncGenerator<Buffer | string> {
    if (format === 'csv') return csvOf(table);
    if (format === 'xlsx') return xlsxOf(table);
    return pdfOf(table, {
      brand: settingsOf(this.#platform).name,
      language,
      created: this.#platform.clock.now(),
    });
  }
}
