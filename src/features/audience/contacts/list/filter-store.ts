/* SQL for a filter of contacts, used here and by later slices. */
import { and, eq, inArray, lte, notInArray, type SQL, sql } from "drizzle-orm";
import { isId } from "#src/lib/endpoint.ts";
import { isPartOf } from "#src/platform/db/list.ts";
import { contacts, contactText } from "../tables.ts";

export interface ContactFilter {
  account: string;
  /** The only profiles whose contacts count, or null for all. */
  profileIds: readonly string[] | null;
  /** In the language of conditions, whose slice comes later. Everyone, if there's none. */
  condition?: object | null | undefined;
  /** True for a contact whom the condition is true for, now. */
  isMatching?: SQL | undefined;
  /** Only these contacts. */
  ids?: readonly string[] | undefined;
  /** All but these contacts. */
  except?: readonly string[] | undefined;
  /** Only contacts who are on no other profile than those in `profileIds`. */
  isWhole?: boolean | undefined;
  /** Contacts no newer than this. */
  until?: string | undefined;
}

/** Every number contains any shorter run of digits. */
const PHONE_DIGITS_MIN = 3;

const uuids = (ids: readonly string[]) => sql`${`{${ids.join(",")}}`}::uuid[]`;

export function matching(filter: ContactFilter): SQL | undefined {
  const { account, profileIds, condition, isMatching, ids, except = [], until, isWhole } = filter;
  return and(
    eq(contacts.user_id, account),
    profileIds === null ? undefined : sql`${contacts.profile_ids} && ${uuids(profileIds)}`,
    profileIds === null || !isWhole ? undefined : sql`${contacts.profile_ids} <@ ${uuids(profileIds)}`,
    condition ? (isMatching ?? sql`false`) : undefined,
    ids && inArray(contacts.id, ids.filter(isId)),
    except.length > 0 ? notInArray(contacts.id, except.filter(isId)) : undefined,
    until === undefined ? undefined : lte(contacts.created_at, until),
  );
}

/** SQL that's true for contacts with these words, or this number in any notation. */
export function isContaining(searched: Parameters<typeof contactText>[0], words: string): SQL {
  const digits = words.replace(/\D/g, "");
  const isNumber = digits.length >= PHONE_DIGITS_MIN && !/[\p{L}@]/u.test(words);
  const text = contactText(searched);
  const found = isPartOf(text, words);
  return isNumber ? sql`(${found} or ${isPartOf(text, digits)})` : found;
}
