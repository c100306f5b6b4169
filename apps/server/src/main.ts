import { loadEnvFile, unknownSettings } from '#platform/config/env-file.ts';
import { runUntilEnded } from './run-process.ts';
import { type StartOptions, startServer } from './server.ts';

/** Runs the server until a signal ends it. */
export async function runServer({
  beforeListening,
}: Pick<StartOptions, 'beforeListening'> = {}): Promise<void> {
  loadEnvFile();
  for (const line of unknownSettings(process.env)) process.stderr.write(`${line}\n`);
  await runUntilEnded((stopping, background) =>
    startServer({
      env: process.env,
      announce: (line) => process.stdout.write(`${line}\n`),
      beforeListening,
      stopping,
      background,
    }),
  );
}
