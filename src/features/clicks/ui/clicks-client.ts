import { clientFor } from "#src/kit/api.ts";
import { clicksContract } from "../contract.ts";

export const clicks = clientFor("clicks", clicksContract);
