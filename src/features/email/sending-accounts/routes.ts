import { routes } from "#src/platform/http/api.ts";
import { sendCode, verifyAddress } from "./address-verification.ts";
import { testMailbox } from "./connection-test.ts";
import { mailboxesContract } from "./contract.ts";
import { connectGmail, finishGmail } from "./gmail-oauth.ts";
import { addKey, checkDns, removeKey } from "./sender-dns.ts";
import { createMailbox, deleteMailbox, listMailboxes, updateMailbox } from "./sending-accounts.ts";

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
