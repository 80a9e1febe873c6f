import { inboundContract } from "#src/features/inbound/contract.ts";
import { clientFor } from "#src/kit/api.ts";

export const inboundApi = clientFor("inbound", inboundContract);
