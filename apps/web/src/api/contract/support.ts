// An entry point of its own, so that the bundler can leave the rest of the contracts out of the first page.
export {
  attachmentBytesMax,
  attachmentsKeptDays,
  attachmentsMax,
  threadEndpoints,
  ticketCategories,
  ticketEndpoints,
  ticketPriorities,
  ticketSubjectMax,
  ticketTextMax,
} from '@emporion/contracts/rest';
