import { expect, it } from 'vitest';
import { secondsOfChildren, takeProcessorSeconds } from './processor-time.mjs';
import { run } from './run.mjs';

const onLinux = it.runIf(process.platform === 'linux');

onLinux('says what a program and its own children took of a core', async () => {
  const busy = 'while (process.cpuUsage().user < 400_000);';
  const parent = `require('node:child_process').spawnSync(process.execPath, ['-e', '${busy}'])`;
  takeProcessorSeconds();
  const { processorSeconds } = await run(process.execPath, ['-e', parent]);
  expect(processorSeconds).toBeGreaterThanOrEqual(0.4);
});

it('reads the time of ended children behind a name with spaces and brackets', () => {
  const stat = '1 (npm (test) x) S 1 1 1 0 -1 0 0 0 0 0 900 800 150 50 20 0 1 0';
  expect(secondsOfChildren(stat)).toBe(2);
  expect(secondsOfChildren('')).toBe(0);
});

onLinux('has what yields run after others, with its status and its words', async () => {
  const tell = 'console.log(require("node:os").getPriority()); process.exitCode = 3';
  const { status, output } = await run(process.execPath, ['-e', tell], { yields: true });
  expect(status).toBe(3);
  expect(Number(output)).toBeGreaterThanOrEqual(6);
});
