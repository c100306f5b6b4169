/** The one way in which the commands report: a step begins, shows that it lives, and ends with its time. */

const interactive = process.stdout.isTTY === true;

/** A step that cannot go on. Its message is for a person; no stack is shown. */
export class StepError extends Error {}

/** Runs `work` under a title. A terminal sees the seconds tick, a log file a line every ten. */
export async function step(title, work) {
  const began = Date.now();
  const seconds = () => ((Date.now() - began) / 1000).toFixed(1);
  if (!interactive) console.log(`${title} …`);
  const show = () =>
    interactive
      ? process.stdout.write(`\r${title} … ${seconds()} s `)
      : console.log(`${title} … ${seconds()} s`);
  const timer = setInterval(show, interactive ? 200 : 10_000);
  try {
    const result = await work();
    console.log(`${interactive ? '\r' : ''}${title}: done in ${seconds()} s`);
    return result;
  } catch (error) {
    if (interactive) console.log();
    throw error;
  } finally {
    clearInterval(timer);
  }
}

/** Runs a command's main function; a StepError ends it with its sentence and status 1. */
export async function command(main) {
  try {
    await main();
  } catch (error) {
    if (!(error instanceof StepError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
