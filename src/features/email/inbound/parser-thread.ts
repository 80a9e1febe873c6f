/* The thread that parses large inbound e-mails. `threaded-parser.ts` starts it. */
import { serveTasks } from "#src/platform/thread.ts";
import { parseIncoming } from "./mime-parser.ts";

export const parserTasks = { parse: parseIncoming };

serveTasks(parserTasks);
