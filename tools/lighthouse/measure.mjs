// Opens a page in a browser of its own and prints what Lighthouse says of it. A process of its own, for its packages are not the project's.
import { launch } from 'chrome-launcher';
import lighthouse, { desktopConfig } from 'lighthouse';

const { url, categories, isPhone, chromePath, chromeFlags } = JSON.parse(process.argv[2]);
const browser = await launch({ chromePath, chromeFlags });
try {
  process.stdout.write(JSON.stringify(await measure()));
} finally {
  browser.kill();
}

/** Now and then the browser's trace lacks its beginning, which says nothing about the page: that is tried once more. */
async function measure(mayRepeat = true) {
  const outcome = await lighthouse(
    url,
    { port: browser.port, onlyCategories: categories, logLevel: 'error' },
    isPhone ? undefined : desktopConfig,
  );
  if (!outcome) throw new Error('Lighthouse gave no result.');
  const { runtimeError } = outcome.lhr;
  if (runtimeError?.code === 'NO_NAVSTART' && mayRepeat) return measure(false);
  if (runtimeError) throw new Error(`Lighthouse did not measure: ${runtimeError.message}`);
  return outcome.lhr;
}
