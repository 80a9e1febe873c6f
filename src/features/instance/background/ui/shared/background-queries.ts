import { clientFor } from "#src/kit/api.ts";
import { backgroundContract } from "../../contract.ts";

export const backgroundApi = clientFor("background", backgroundContract);
