import type { AccountPart } from "#src/platform/account-data-registry.ts";
import { keyPurpose, secretPurpose } from "./credentials/credentials.ts";
import type { MailboxRow } from "./store.ts";
import { mailboxes, mailboxReceivers, mailboxUses, mailTrust, sendingStops } from "./tables.ts";

const COUNTERS = "They count what was sent lately, for the limits of sending accounts.";

export const mailboxesPart: AccountPart = {
  tables: [
    {
      table: sendingStops,
      by: { account: sendingStops.user_id },
      exported: {
        as: "sending-stops",
        id: sendingStops.user_id,
        without: ["user_id", "stopped_by"],
        unrestored: "Stopped sending: nothing is sent here until a sending account is connected again.",
      },
    },
    {
      table: mailTrust,
      by: { account: mailTrust.user_id },
      unexported: "How far this instance trusts an account has to be earned here.",
    },
    {
      table: mailboxReceivers,
      by: { account: mailboxReceivers.user_id },
      unexported: COUNTERS,
    },
    { table: mailboxUses, by: { account: mailboxUses.user_id }, unexported: COUNTERS },
    {
      table: mailboxes,
      by: { account: mailboxes.user_id },
      label: "Sending accounts",
      exported: {
        as: "sending-accounts",
        id: mailboxes.id,
        // A copy of an account must not let anyone send in its name.
        without: [
          "user_id",
          "secret",
          "code_digest",
          "code_expires_at",
          "code_tries",
          "oauth_state",
          "oauth_by",
          "oauth_verifier",
          "oauth_expires_at",
          "dkim_key",
          "dkim_next_key",
        ],
        unrestored: "Sending accounts: their passwords aren’t in the file. Connect them again.",
      },
    },
  ],
  sealed: [
    {
      table: mailboxes,
      key: [mailboxes.user_id, mailboxes.id],
      purposes: {
        secret: ({ id }: Pick<MailboxRow, "id">) => secretPurpose(id),
        dkim_key: ({ id }: Pick<MailboxRow, "id">) => keyPurpose(id),
        dkim_next_key: ({ id }: Pick<MailboxRow, "id">) => keyPurpose(id),
      },
    },
  ],
  people: [mailboxes.oauth_by, sendingStops.stopped_by],
};
