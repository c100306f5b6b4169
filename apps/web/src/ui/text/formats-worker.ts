// Its name is the language; see `warmFormats`. The options are `dateStyles.moment`, whose package would bring all it leads to.
new Intl.DateTimeFormat(self.name, { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' });
self.close();
