import { routes } from "#src/platform/http/api.ts";
import { mailboxesContract } from "./contract.ts";
import { connectGmail, finishGmail } from "./google.ts";
import { createMailbox, deleteMailbox, listMailboxes, updateMailbox } from "./mailboxes.ts";
import { proveAddress, sendCode } from "./proof.ts";
import { addKey, checkDns, removeKey } from "./sender-dns.ts";
import { testMailbox } from "./testing.ts";

export const mailboxRoutes = routes(mailboxesContract, {
  list: listMailboxes,
  create: createMailbox,
  update: updateMailbox,
  delete: deleteMailbox,
  test: testMailbox,
  connectGmail,
  finishGmail,
  sendCode,
  prove: proveAddress,
  checkDns,
  addKey,
  removeKey,
});
