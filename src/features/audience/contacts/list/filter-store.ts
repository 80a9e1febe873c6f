/* SQL for a filter of contacts, used here and by campaigns. */
import { and, eq, gte, inArray, lt, lte, notInArray, type SQL, sql } from "drizzle-orm";
import { isId } from "#src/lib/endpoint.ts";
import { cleanText } from "#src/lib/text.ts";
import { isPartOf } from "#src/platform/db/list.ts";
import type { ContactFilterInput } from "../contract.ts";
import type { AddressRisk } from "../page/address-quality.ts";
import { type Status, toSearchText } from "../rules.ts";
import { contacts, contactText } from "../tables.ts";
import { isDisposableAddress, isRiskyAddress, isRoleAddress } from "./address-quality-store.ts";

export interface ContactFilter {
  account: string;
  /** The only profiles whose contacts count, or null for all. */
  profileIds: readonly string[] | null;
  profileId?: string | undefined;
  /** Part of a name, an e-mail address, or a phone number. */
  words?: string | undefined;
  tag?: string | undefined;
  country?: string | undefined;
  status?: Status | undefined;
  stageId?: string | undefined;
  ownerId?: string | undefined;
  address?: AddressRisk | undefined;
  since?: string | undefined;
  before?: string | undefined;
  segmentId?: string | undefined;
  /** True for a contact in that segment. */
  isInSegment?: SQL | undefined;
  /** Only these contacts. */
  ids?: readonly string[] | undefined;
  /** All but these contacts. */
  except?: readonly string[] | undefined;
  /** Only contacts who are on no other profile than those in `profileIds`. */
  isWhole?: boolean | undefined;
  /** Contacts no newer than this. */
  until?: string | undefined;
}

/** Converts a filter of the API to the queries' below, for all of the account's matching contacts. */
export function toFilter(account: string, input: ContactFilterInput): ContactFilter {
  const { profile_id: profileId, q, tag, country, status, stage_id, owner_id, ...rest } = input;
  const { since, before, address, segment_id: segmentId } = rest;
  return {
    account,
    profileIds: null,
    profileId,
    words: toSearchText(q),
    tag: tag && cleanText(tag),
    country,
    status,
    since,
    before,
    address,
    segmentId,
    stageId: stage_id?.toLowerCase(),
    ownerId: owner_id?.replaceAll("\0", ""),
  };
}

/** Every number contains any shorter run of digits. */
const PHONE_DIGITS_MIN = 3;

const uuids = (ids: readonly string[]) => sql`${`{${ids.join(",")}}`}::uuid[]`;

export function matching(filter: ContactFilter): SQL | undefined {
  const { account, profileIds, profileId, words = "", tag, country, status } = filter;
  const { stageId, ownerId, since, before, address, ids, except = [], until, isWhole } = filter;
  return and(
    eq(contacts.user_id, account),
    profileIds === null ? undefined : sql`${contacts.profile_ids} && ${uuids(profileIds)}`,
    profileIds === null || !isWhole ? undefined : sql`${contacts.profile_ids} <@ ${uuids(profileIds)}`,
    profileId === undefined
      ? undefined
      : isId(profileId)
        ? sql`${contacts.profile_ids} @> ${uuids([profileId])}`
        : sql`false`,
    words === "" ? undefined : isContaining(contacts, words),
    tag === undefined ? undefined : sql`${contacts.tags} @> array[${tag}]::text[]`,
    country === undefined ? undefined : eq(contacts.country, country),
    status === undefined ? undefined : eq(contacts.status, status),
    stageId === undefined ? undefined : isId(stageId) ? eq(contacts.stage_id, stageId) : sql`false`,
    ownerId === undefined ? undefined : eq(contacts.owner_id, ownerId),
    address && and(isRiskyAddress(contacts.email), ODD_ADDRESSES[address](contacts.email)),
    since === undefined ? undefined : gte(contacts.created_at, since),
    before === undefined ? undefined : lt(contacts.created_at, before),
    filter.segmentId === undefined ? undefined : (filter.isInSegment ?? sql`false`),
    ids && inArray(contacts.id, ids.filter(isId)),
    except.length > 0 ? notInArray(contacts.id, except.filter(isId)) : undefined,
    until === undefined ? undefined : lte(contacts.created_at, until),
  );
}

/** Added to the condition for both of them, because the index has only that. */
const ODD_ADDRESSES: Readonly<Record<AddressRisk, typeof isRiskyAddress>> = {
  role: isRoleAddress,
  disposable: isDisposableAddress,
};

/** SQL that's true for contacts with these words, or this number in any notation. */
export function isContaining(searched: Parameters<typeof contactText>[0], words: string): SQL {
  const digits = words.replace(/\D/g, "");
  const isNumber = digits.length >= PHONE_DIGITS_MIN && !/[\p{L}@]/u.test(words);
  const text = contactText(searched);
  const found = isPartOf(text, words);
  return isNumber ? sql`(${found} or ${isPartOf(text, digits)})` : found;
}
