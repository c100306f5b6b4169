/** What stands behind a plus is the same mailbox. The erasure of a person asks the database for the same. */
export const mailboxOf = (email: string): string => email.toLowerCase().replace(/\+[^@]*@/, '@');
