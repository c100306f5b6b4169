import { liveExchange } from '#modules/trading/index.ts';
import type { ServerModule } from '#platform/module.ts';
import { addExportRoutes } from './export-routes.ts';

export { batches } from './batches.ts';
export { ExportWords } from './export-words.ts';
export { ExportSender } from './send-export.ts';
export type { CountedTable } from './tables/counted-table.ts';

/** Lists as files, for spreadsheets and for paper. */
export const exportsModule: ServerModule = {
  name: 'exports',
  needs: [liveExchange],
  register: addExportRoutes,
};
