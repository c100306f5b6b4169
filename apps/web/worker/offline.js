// Speaks the language and wears the theme of the page that could not be had, and makes way for it.
const root = document.documentElement;
const chosen = (name) => new RegExp(`(?:^|; )${name}=([a-z]{2,10})`).exec(document.cookie)?.[1];
const spoken = [...document.querySelectorAll('section')].map(({ lang }) => lang);
root.lang =
  [chosen('language'), ...navigator.languages.map((tag) => tag.slice(0, 2))].find((tag) =>
    spoken.includes(tag),
  ) ?? 'en';
root.dataset.theme = chosen('theme') ?? 'auto';

function showWhy() {
  root.toggleAttribute('data-unreached', navigator.onLine);
  const title = [...document.querySelectorAll(`section[lang="${root.lang}"] h1`)].find(
    (each) => each.offsetParent !== null,
  );
  document.title = title?.textContent ?? '';
}

const pauseMs = 5_000;

/** A network need not lead to the exchange: the page is loaded again when something answers there. */
async function look() {
  try {
    const { status } = await fetch('/api/v1/status/', { cache: 'no-store' });
    if (status < 500) return location.reload();
  } catch {}
  showWhy();
  setTimeout(look, pauseMs);
}

for (const button of document.querySelectorAll('button'))
  button.addEventListener('click', () => location.reload());
addEventListener('online', () => location.reload());
addEventListener('offline', showWhy);
showWhy();
setTimeout(look, pauseMs);
