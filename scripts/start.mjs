// `npm start`: from a clean clone to a running exchange. Kept free of syntax that an old Node cannot parse.
import { requireNodeVersion } from './steps/node-version.mjs';

requireNodeVersion();
import('./steps/start.mjs');
