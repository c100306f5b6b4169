import { requireNodeVersion } from './steps/node-version.mjs';

requireNodeVersion();
import('./steps/test.mjs');
