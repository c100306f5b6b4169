import { describe, expect, it } from 'vitest';
import { looksLikeStaff } from './reserved-usernames.ts';
import { usernameSkeleton } from './username-skeleton.ts';

describe('two user names', () => {
  it.each([
    ['aurora', 'AURORA'],
    ['aurora', 'au-ro.ra'],
    ['aurora', 'аurоrа'],
    ['aurora', 'ａｕｒｏｒａ'],
    ['aurora', 'áurõra'],
    ['aurora', 'aur0ra'],
    ['theo', 'th3o'],
    ['sasha', '5a5ha'],
    ['alice', 'aIice'],
    ['alice', 'a1ice'],
    ['morning', 'moming'],
    ['wave', 'vvave'],
    ['Bob', 'Вob'],
    ['niκos', 'nikos'],
  ])('%s and %s are taken for one another', (one, other) => {
    expect(usernameSkeleton(one)).toBe(usernameSkeleton(other));
  });

  it.each([
    ['aurora', 'auror'],
    ['theo-482913', 'theo-482914'],
    ['иван', 'илья'],
    ['田中', '田下'],
  ])('%s and %s are told apart', (one, other) => {
    expect(usernameSkeleton(one)).not.toBe(usernameSkeleton(other));
  });
});

describe('a user name', () => {
  it.each([
    ...[
      'admin',
      'Admin',
      'ADMIN-7',
      'adm1n',
      '4dmin',
      'аdmin',
      'ａｄｍｉｎ',
      'a.d.m.i.n',
      'theAdmin',
      'admin24',
    ],
    ...[
      'the_admin',
      'Emporion',
      'emp0rion-help',
      'emporlon',
      'Support',
      '5upp0rt',
      'support.team',
      'Operator_2',
    ],
    ...['administrator', 'official', 'Security', 'root', 'staff', 'no-reply', 'moderator1', 'suppоrt'],
  ])('%s looks like staff', (username) => {
    expect(looksLikeStaff(username)).toBe(true);
  });

  it('knows the name of the exchange, unless it is so short that it stands in many names', () => {
    expect(looksLikeStaff('ag0ra-sons.help', 'Agora & Sons')).toBe(true);
    expect(looksLikeStaff('agora', 'Agora & Sons')).toBe(false);
    expect(looksLikeStaff('foxtrot', 'Fox')).toBe(false);
  });

  it.each(['badminton', 'falstaff', 'theo-482913', 'trader-100000', 'rooty', 'иван', '田中', 'Ada', 'otto'])(
    '%s does not',
    (username) => {
      expect(looksLikeStaff(username)).toBe(false);
    },
  );
});
