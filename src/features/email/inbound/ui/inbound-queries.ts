import { inboundContract } from "#src/features/email/inbound/contract.ts";
import { mailboxesContract } from "#src/features/email/sending-accounts/contract.ts";
import { clientFor } from "#src/kit/api.ts";

export const inboundApi = clientFor("inbound", inboundContract);

/** Going to Google is the sending account's. */
export const mailboxesApi = clientFor("mailboxes", mailboxesContract);
