/*
 * Which run of a rule sent something. Rules say so in a header that only the instance can write, so that those that call the
 * account's own webhooks are told apart from other programs, and can't set each other off without an end.
 */
import type { Platform } from "#src/platform/context.ts";

const HEADER = "fanfare-cause";
const PURPOSE = "incoming-webhooks.cause";

interface Run {
  account: string;
  id: string;
}

const said = ({ account, id }: Run) => `${account} ${id}`;

export const causeHeader = ({ vault }: Pick<Platform, "vault">, run: Run) => ({
  [HEADER]: `${run.id} ${vault.digest(PURPOSE, said(run))}`,
});

/** The run of this account that sent something. Undefined if another program did. */
export function causeOf(
  { vault }: Pick<Platform, "vault">,
  account: string,
  header: (name: string) => string,
): string | undefined {
  const [id = "", digest = ""] = header(HEADER).split(" ");
  return vault.recognizes(PURPOSE, said({ account, id }), digest) ? id : undefined;
}
