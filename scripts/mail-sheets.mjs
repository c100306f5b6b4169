import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ensureBrowser } from './steps/browser.mjs';
import { bundleForNode } from './steps/bundle.mjs';
import { installEverything } from './steps/install.mjs';
import { requireNodeVersion } from './steps/node-version.mjs';
import { command } from './steps/progress.mjs';
import { root } from './steps/root.mjs';

// `npm run mail-sheets -- FOLDER`: every mail in every language, as pictures in light and dark, to be looked at.
const languages = ['en', 'es', 'ru', 'pt', 'fr', 'it'];
const escaped = (html) => html.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** One of each template; the other samples of one differ in a sentence. */
function sheetOf(samples, language) {
  const first = samples.filter(
    ({ template }, at) => samples.findIndex((each) => each.template === template) === at,
  );
  const frames = first.map(({ template, render }) => {
    const { subject, html } = render(language);
    return `<figure><figcaption>${template}<br><b>${escaped(subject)}</b></figcaption><iframe srcdoc="${escaped(html)}"></iframe></figure>`;
  });
  return `<!doctype html><meta charset="utf-8"><meta name="color-scheme" content="light dark"><style>
body{display:grid;grid-template-columns:repeat(4,430px);gap:12px;margin:12px;font:12px sans-serif}
figure{margin:0}iframe{width:430px;border:1px solid gray}figcaption{height:34px;overflow:hidden}</style>${frames.join('')}`;
}

/** Runs in the page: the last line of a mail is to be seen as well as its first. */
function asHighAsTheirMails() {
  for (const frame of document.querySelectorAll('iframe'))
    frame.style.height = `${frame.contentDocument.body.scrollHeight + 2}px`;
}

requireNodeVersion();
await command(async () => {
  await installEverything();
  // A fresh clone has it only now.
  const { chromium } = await import('@playwright/test');
  const folder = resolve(process.argv[2] ?? 'mail-sheets');
  mkdirSync(folder, { recursive: true });
  // Whoever imports a mail imports its module, which leans on packages of the server.
  const built = '.cache/run/mail-samples';
  const main = 'apps/server/src/testing/mail-samples.ts';
  await bundleForNode({ entries: { main }, folder: built, packages: true });
  const { mailSamples } = await import(join(root, built, 'main.js'));
  const browser = await chromium.launch({ executablePath: await ensureBrowser() });
  for (const language of languages) {
    const file = join(folder, `${language}.html`);
    writeFileSync(file, sheetOf(mailSamples, language));
    for (const colorScheme of ['light', 'dark']) {
      const page = await browser.newPage({ colorScheme, viewport: { width: 1_790, height: 900 } });
      await page.goto(`file://${file}`);
      await page.evaluate(asHighAsTheirMails);
      await page.screenshot({ path: join(folder, `${language}-${colorScheme}.png`), fullPage: true });
      await page.close();
    }
  }
  await browser.close();
  process.stdout.write(`The sheets are in ${folder}.\n`);
});
