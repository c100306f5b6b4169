import { expect, it } from 'vitest';
import { missingOf } from './missing.ts';

const empty = { type: 'passport', number: '', expires: '', issued: '' };
const needs = ['document', 'selfie', 'address_proof'];

it('names every field and every file that is missing, not the first alone', () => {
  expect(missingOf({ needs, files: {}, written: empty })).toEqual([
    ...['number', 'expires', 'document_front', 'selfie', 'issued', 'address_proof'],
  ]);
});

it.each(['id_card', 'driving_licence'])('asks for both sides of: %s', (type) => {
  const written = { ...empty, type, number: 'X1', expires: '2030-01-01' };
  const files = { document_front: 'good' };
  expect(missingOf({ needs: ['document'], files, written })).toEqual(['document_back']);
});

it('finds nothing missing of a passport with its page, nor of a file that was taken but cannot be used', () => {
  const written = { ...empty, number: 'P1', expires: '2030-01-01' };
  expect(
    missingOf({
      needs: ['document', 'selfie'],
      files: { document_front: 'good', selfie: 'invalid' },
      written,
    }),
  ).toEqual([]);
});
