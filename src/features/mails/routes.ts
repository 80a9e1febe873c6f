import { listSenders } from "#src/features/mailboxes/mailboxes.ts";
import { routes } from "#src/platform/http/api.ts";
import { mailsContract } from "./contract.ts";
import { getMail, sendMail } from "./mails.ts";

export const mailRoutes = routes(mailsContract, {
  send: sendMail,
  senders: listSenders,
  get: getMail,
});
