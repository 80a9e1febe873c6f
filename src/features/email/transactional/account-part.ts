import type { AccountPart } from "#src/platform/account-data-registry.ts";
import { transactionalMails } from "./tables.ts";
import { contentPurpose } from "./transactional.ts";

export const transactionalPart: AccountPart = {
  tables: [
    {
      table: transactionalMails,
      by: { account: transactionalMails.user_id },
      label: "E-mail sent by programs",
      exported: {
        as: "transactional-mails",
        id: transactionalMails.id,
        without: ["user_id", "content", "email_hash", "worker", "leased_until", "attempt_started_at"],
        unrestored:
          "E-mail sent by programs: it went out from the other account. It’s in the file for reading.",
      },
    },
  ],
  sealed: [
    {
      table: transactionalMails,
      key: [transactionalMails.user_id, transactionalMails.id],
      purposes: { content: ({ id }: { id: string }) => contentPurpose(id) },
    },
  ],
  people: [],
};
