import { routes } from "#src/platform/http/api.ts";
import type { Mail } from "#src/platform/mail/mail.ts";
import { mailVerbs, readMe } from "./accounts.ts";
import { accountsContract } from "./contract.ts";

export const accountRoutes = (mail: Mail) => routes(accountsContract, { me: readMe, ...mailVerbs(mail) });
