import { runSignerCommand } from './main.ts';

await runSignerCommand(process.argv.slice(2));
