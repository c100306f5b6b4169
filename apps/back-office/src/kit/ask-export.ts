import type { Endpoint } from '@emporion/contracts/rest';
import { askAction } from '#kit/action/ask-action.tsx';
import { makeChange } from '#kit/action/change.ts';
import { reasonField } from '#kit/action/field.ts';
import { downloadWith } from '#kit/download.ts';
import type { FilterValues } from '#kit/filters/filter.ts';

/** Downloads a list as a file, with everything that fits the filters. */
export function askExport(name: string, endpoint: Endpoint, query: FilterValues): void {
  askAction({
    title: `Download ${name}`,
    text: 'The file has everything that fits the filters. The download is in the audit log.',
    fields: [reasonField],
    confirm: 'Download',
    run: ({ reason = '' }) =>
      makeChange({
        send: (confirmation) =>
          downloadWith(endpoint, { query, body: { reason, confirmation } }, `${name}.csv`),
        done: 'The file is ready.',
      }),
  });
}
