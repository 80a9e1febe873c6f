import { campaignsOfPerson } from "#src/features/campaigns/person-store.ts";
import { importsOfPerson } from "#src/features/imports/person-store.ts";
import { leadsOfPerson, visitsOfPerson } from "#src/features/leads/person-store.ts";
import { mailsOfPerson } from "#src/features/mails/person-store.ts";
import { ordersOfPerson } from "#src/features/orders/person-store.ts";

/** What the slices hold about a contact, for the file of one person's data. */
export const PERSON_SOURCES = [
  ...[leadsOfPerson, visitsOfPerson, importsOfPerson],
  ...campaignsOfPerson,
  ...[mailsOfPerson, ordersOfPerson],
];
