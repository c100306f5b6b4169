import { languages, userAdminEndpoints } from '@emporion/contracts/rest';
import { call } from '@emporion/web/api/api.ts';
import { askAction } from '#kit/action/ask-action.tsx';
import { makeChange } from '#kit/action/change.ts';
import { reasonField } from '#kit/action/field.ts';
import { languageName } from '#kit/region-names.ts';

type NewUser = Parameters<typeof call<typeof userAdminEndpoints.create>>[1]['body'];

export const languageOptions = languages.map((language) => [language, languageName(language)] as const);

export function askCreation(open: (id: string) => void): void {
  askAction({
    title: 'Add a user',
    text: 'We email them a link to choose a password. The account is inactive until they do.',
    fields: [
      { name: 'email', label: 'Email', kind: 'text' },
      { name: 'first_name', label: 'First name', kind: 'text' },
      { name: 'last_name', label: 'Last name', kind: 'text' },
      { name: 'country', label: 'Country', kind: 'country' },
      { name: 'birthday', label: 'Date of birth', kind: 'day' },
      { name: 'phone', label: 'Phone', kind: 'text', isOptional: true },
      { name: 'language', label: 'Language', kind: 'choice', options: languageOptions, initial: 'en' },
      reasonField,
    ],
    confirm: 'Add user',
    run: ({ phone, ...written }) =>
      makeChange({
        send: (confirmation) =>
          call(userAdminEndpoints.create, {
            body: { ...written, ...(phone ? { phone } : {}), confirmation } as NewUser,
          }),
        done: 'User added. They get an email.',
        onDone: ({ id }) => open(id),
      }),
  });
}
