// Opens a page in a browser of its own and prints what Lighthouse says of it. A process of its own, for its packages are not the project's.
import { launch } from 'chrome-launcher';
import lighthouse, { desktopConfig } from 'lighthouse';
import { connect } from 'puppeteer-core';

const { url, categories, isPhone, storage, chromePath, chromeFlags } = JSON.parse(process.argv[2]);
const browser = await launch({ chromePath, chromeFlags });
try {
  if (storage) await remember(storage);
  process.stdout.write(JSON.stringify(await measure()));
} finally {
  browser.kill();
}

/** What somebody's browser keeps between visits, written from an answer that loads no file of the page, so that its cache stays empty. */
async function remember(items) {
  const connection = await connect({ browserURL: `http://127.0.0.1:${browser.port}` });
  const page = await connection.newPage();
  await page.goto(new URL('/healthz', url).href);
  await page.evaluate((entries) => {
    for (const [name, value] of entries) localStorage.setItem(name, value);
  }, Object.entries(items));
  await page.close();
  await connection.disconnect();
}

/** Now and then the browser's trace lacks its beginning, which says nothing about the page: that is tried once more. */
async function measure(mayRepeat = true) {
  const outcome = await lighthouse(
    url,
    {
      port: browser.port,
      onlyCategories: categories,
      logLevel: 'error',
      disableStorageReset: storage !== undefined,
    },
    isPhone ? undefined : desktopConfig,
  );
  if (!outcome) throw new Error('Lighthouse gave no result.');
  const { runtimeError } = outcome.lhr;
  if (runtimeError?.code === 'NO_NAVSTART' && mayRepeat) return measure(false);
  if (runtimeError) throw new Error(`Lighthouse did not measure: ${runtimeError.message}`);
  return outcome.lhr;
}
