import type { FastifyRequest } from 'fastify';
import { Problem } from '#platform/http/problem.ts';

/** What calls of the API answer with: JSON, and files such as tables, PDFs and pictures. */
const answered =
  /^(?:\*\/\*|image\/.+|text\/(?:\*|csv|plain|event-stream)|application\/(?:\*|json|.+\+json|pdf|zip|octet-stream|vnd\..+))$/;

/** Whether a call's `Accept` admits any kind of answer that the API has. Absent, it admits all. */
export function admitsAnswers(accept: string | undefined): boolean {
  if (accept === undefined || accept.trim() === '') return true;
  return accept.split(',').some((part) => {
    const [type = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    const isRefused = parameters.some((text) => /^q=0(?:\.0*)?$/.test(text));
    return !isRefused && answered.test(type);
  });
}

/** Refuses before anything is done, so that a caller who cannot read the answer changes nothing. @throws Problem not_acceptable. */
export function refuseUnreadable({ headers }: FastifyRequest): void {
  if (!admitsAnswers(headers.accept)) throw new Problem('not_acceptable');
}
