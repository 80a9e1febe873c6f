import { clientFor } from "#src/kit/api.ts";
import { emailContract } from "../contract.ts";

export const emailApi = clientFor("instanceEmail", emailContract);
