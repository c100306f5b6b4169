import type { ErrorRules } from '#errors/row.ts';

/** What support refuses: tickets, what is attached to them, and the links of its mails. */
export const supportErrors = {
  ticket_not_found: { status: 404, retryable: false },
  attachment_not_found: { status: 404, retryable: false },
  macro_not_found: { status: 404, retryable: false },
  article_not_found: { status: 404, retryable: false },
  incident_not_found: { status: 404, retryable: false },
  tickets_too_many: { status: 429, retryable: true, params: ['max'] },
  replies_too_many: { status: 429, retryable: true, params: ['max'] },
  ticket_closed: { status: 409, retryable: false },
  ticket_not_reopenable: { status: 409, retryable: false, params: ['days'] },
  ticket_escalated: { status: 409, retryable: false },
  attachments_too_many: { status: 422, retryable: false, params: ['max'] },
  attachment_kind_refused: { status: 422, retryable: false },
  attachment_empty: { status: 422, retryable: false },
  attachment_active: { status: 422, retryable: false },
  attachment_unreadable: { status: 422, retryable: false },
  attachment_infected: { status: 422, retryable: false },
  attachment_not_scanned: { status: 503, retryable: true },
  uploads_too_many: { status: 429, retryable: true, params: ['max'] },
  attachments_full: { status: 409, retryable: false, params: ['megabytes', 'days'] },
  attachment_pixels_too_many: { status: 422, retryable: false, params: ['megapixels'] },
  upload_running: { status: 409, retryable: true },
  support_link_invalid: { status: 404, retryable: false },
  macros_too_many: { status: 409, retryable: false, params: ['max'] },
} as const satisfies ErrorRules;
