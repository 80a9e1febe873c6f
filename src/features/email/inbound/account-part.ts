import type { AccountPart } from "#src/platform/account-data-registry.ts";
import { inboxPurpose } from "./inbound.ts";
import { webhookPurpose } from "./provider-webhooks.ts";
import { inboxes, mailHooks, mailHookTokens } from "./tables.ts";

/** The password, and the reading position. */
const INBOX_STEPS = [
  ...["user_id", "secret", "uid_validity", "last_uid", "history_id", "catching_up", "put_aside"],
  ...["due_at", "failures", "claimed_by", "claimed_until"],
];

export const inboundPart: AccountPart = {
  // People's replies are part of their contact.
  tables: [
    {
      table: inboxes,
      by: { account: inboxes.user_id },
      exported: {
        as: "inboxes",
        id: inboxes.mailbox_id,
        without: INBOX_STEPS,
        unrestored:
          "Inboxes: their passwords aren’t in the file. Set them up again with their sending account.",
      },
    },
    {
      table: mailHookTokens,
      by: { account: mailHookTokens.user_id },
      unexported: "They keep a provider’s report from counting twice.",
    },
    {
      table: mailHooks,
      by: { account: mailHooks.user_id },
      unexported: "They’re addresses with a secret, which providers call.",
    },
  ],
  sealed: [
    { table: inboxes, key: [inboxes.user_id, inboxes.mailbox_id], purposes: { secret: inboxPurpose } },
    {
      table: mailHooks,
      key: [mailHooks.user_id, mailHooks.mailbox_id],
      purposes: { secret: webhookPurpose },
    },
  ],
};
