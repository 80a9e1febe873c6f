import { routes } from "#src/platform/http/api.ts";
import { mailboxesContract } from "./contract.ts";
import { addKey, checkDns, removeKey } from "./dns/dns.ts";
import { connectGmail, finishGmail } from "./gmail/gmail-oauth.ts";
import { createMailbox, deleteMailbox, listMailboxes, updateMailbox } from "./sending-accounts.ts";
import { testMailbox } from "./verification/connection-test.ts";
import { sendCode, verifyAddress } from "./verification/verification.ts";

export const mailboxRoutes = routes(mailboxesContract, {
  list: listMailboxes,
  create: createMailbox,
  update: updateMailbox,
  delete: deleteMailbox,
  test: testMailbox,
  connectGmail,
  finishGmail,
  sendCode,
  prove: verifyAddress,
  checkDns,
  addKey,
  removeKey,
});
