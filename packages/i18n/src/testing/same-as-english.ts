import type { Language } from '#languages.ts';

/**
 * Texts that are rightly the same as in English: names, and words that the language shares. Whoever adds one has
 * looked at it; anything else that equals English was left untranslated. `*` stands for every language.
 */
export const sameAsEnglish: Readonly<Record<string, readonly Language[] | '*'>> = {
  'alerts.notifications.title': ['fr'],
  'alerts.volumeValue': ['it'],
  'auth.fields.password': ['it'],
  'auth.methods.passkey': ['it'],
  'confirmation.methods.passkey': ['it'],
  'market.book.spread': ['es'],
  'market.chart.letters.close': ['es', 'fr', 'it'],
  'market.chart.letters.high': ['fr'],
  'market.chart.letters.open': ['fr'],
  'market.chart.letters.volume': ['es', 'fr', 'it', 'pt'],
  'market.chart.macd': ['es', 'ru'],
  'market.chart.rsi': ['es', 'ru'],
  'settings.notifications.groups.market': ['es'],
  'settings.preferences.trading': ['es'],
  'settings.sections.notifications.title': ['fr'],
  'settings.security.password': ['it'],
  'shell.connection.ms': ['es', 'fr', 'it', 'pt'],
  'shell.footer.privacy': ['it'],
  'trade.kinds.oco': '*',
  'trade.ocoShort': '*',
  'trade.orders.linked': ['es', 'ru'],
  'trade.orders.postOnly': ['es', 'fr', 'ru'],
  'trade.orders.stop': ['es'],
  'trade.postOnly': ['es', 'ru'],
  'trade.roles.maker': ['es'],
  'trade.roles.taker': ['es'],
  'trade.times.fok': '*',
  'trade.times.gtc': '*',
  'trade.times.ioc': '*',
};
