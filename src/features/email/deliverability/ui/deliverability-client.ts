import { clientFor } from "#src/kit/api.ts";
import { deliverabilityContract } from "../contract.ts";

export const deliverability = clientFor("deliverability", deliverabilityContract);
