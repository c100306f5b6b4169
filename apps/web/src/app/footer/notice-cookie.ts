const accepted = 'cookie_notice=accepted';
const yearSeconds = 365 * 24 * 60 * 60;

/** A cookie and not storage, because the server leaves the notice out of the page before its first paint. */
export function isNoticeAccepted(): boolean {
  return document.cookie.split('; ').includes(accepted);
}

export function acceptNotice(page: Document = document): void {
  page.cookie = `${accepted}; max-age=${yearSeconds}; path=/; SameSite=Lax`;
}

/** The notice that stands in the page can be closed before the application is here. */
export function closeEarly(root: HTMLElement): void {
  const notice = root.querySelector('.cookie-notice');
  notice?.querySelector('button')?.addEventListener('click', () => {
    acceptNotice();
    notice.remove();
  });
}
