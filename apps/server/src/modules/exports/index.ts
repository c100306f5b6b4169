import { liveExchange } from '#modules/trading/index.ts';
import type { ServerModule } from '#platform/module.ts';
import { addExportRoutes } from './export-routes.ts';

/** Lists as files, for spreadsheets and for paper. */
export const exportsModule: ServerModule = {
  name: 'exports',
  needs: [liveExchange],
  register: addExportRoutes,
};
