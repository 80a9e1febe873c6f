import { routes } from "#src/platform/http/api.ts";
import { mailsContract } from "./contract.ts";
import { getMail, sendMail } from "./mails.ts";

export const mailRoutes = routes(mailsContract, { send: sendMail, get: getMail });
