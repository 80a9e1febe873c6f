import { routes } from "#src/platform/http/api.ts";
import { outboxContract } from "./contract.ts";
import { getMail, listMail, sendMailAgain, sendTestMail } from "./outbox.ts";

export const outboxRoutes = routes(outboxContract, { listMail, getMail, sendMailAgain, sendTestMail });
