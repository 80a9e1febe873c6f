import type { DnsRecordCheck } from "#src/features/email/sending-accounts/dns/dkim-contract.ts";
import type { mailboxes } from "#src/features/email/sending-accounts/tables.ts";
import type { Check, CheckName, CheckState } from "./checks-contract.ts";
import type { Provider } from "./provider-rules.ts";

/** A sending account, as far as checks of its domain need it. */
export type SenderAccount = Pick<
  typeof mailboxes.$inferSelect,
  | "id"
  | "user_id"
  | "kind"
  | "from_address"
  | "host"
  | "port"
  | "security"
  | "dkim_key"
  | "dkim_domain"
  | "dkim_selector"
  | "dkim_public"
  | "dkim_next_selector"
  | "dkim_next_public"
> & {
  /** True if we read its inbox. */
  is_read: boolean;
};

/** The address of theirs whose inbox we read, so reports can go there. */
export function readAddress(
  { domain, accounts }: Sender,
  zoneOf: (name: string) => string,
): string | undefined {
  const isOfDomain = ({ from_address }: SenderAccount) =>
    zoneOf(from_address.slice(from_address.lastIndexOf("@") + 1)) === zoneOf(domain);
  return accounts.find((one) => one.is_read && isOfDomain(one))?.from_address;
}

/** A domain that an account sends from, and what it sends through. */
export interface Sender {
  domain: string;
  accounts: readonly SenderAccount[];
  senders: readonly { host: string; port: number; security: string; provider: Provider | undefined }[];
}

export function newCheck(name: CheckName, state: CheckState, words: string): Check {
  return { name, state, words, notes: [], found: [], expected: "", record: null };
}

/** What the checks of sending accounts have found already. */
export function baseCheck(name: CheckName, { records, state, words }: DnsRecordCheck): Check {
  return { ...newCheck(name, state, words), found: records };
}

export const NO_ANSWER = "The domain’s name servers didn’t answer. Check again in a minute.";
