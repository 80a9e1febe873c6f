import { listSenders } from "#src/features/email/sending-accounts/sending-accounts.ts";
import { routes } from "#src/platform/http/api.ts";
import { mailsContract } from "./contract.ts";
import { getMail, sendMail } from "./transactional.ts";

export const mailRoutes = routes(mailsContract, {
  send: sendMail,
  senders: listSenders,
  get: getMail,
});
