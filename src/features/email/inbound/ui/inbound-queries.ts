import { inboundContract } from "#src/features/email/inbound/contract.ts";
import { mailboxesContract } from "#src/features/email/sending-accounts/contract.ts";
import { clientFor } from "#src/kit/api.ts";

export const inboundApi = clientFor("inbound", inboundContract);

/** Connecting with Google belongs to the sending account. */
export const mailboxesApi = clientFor("mailboxes", mailboxesContract);
