import type { NewAlert } from '@emporion/contracts/rest';
import { call } from '#api/api.ts';
import { alertEndpoints } from '#api/contract/alerts.ts';

export const createAlert = (body: NewAlert) => call(alertEndpoints.create, { body });

export const removeAlert = (id: string) => call(alertEndpoints.remove, { params: { id } });
