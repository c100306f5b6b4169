import type { DeskListedTicket } from '@emporion/contracts/rest';
import type { Tone } from '#kit/badge.tsx';

export const stateTones: Readonly<Record<DeskListedTicket['state'], Tone>> = {
  ...{ open: 'warn', in_progress: 'accent', pending: 'plain', resolved: 'good', closed: 'plain' },
};

export const priorityTones: Readonly<Record<DeskListedTicket['priority'], Tone>> = {
  ...{ urgent: 'bad', high: 'warn', medium: 'plain', low: 'plain' },
};

export const stateWords: Readonly<Record<DeskListedTicket['state'], string>> = {
  ...{ open: 'Open', in_progress: 'In progress', pending: 'Waits for user' },
  ...{ resolved: 'Resolved', closed: 'Closed' },
};
