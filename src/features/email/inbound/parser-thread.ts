/* The thread in which large e-mails that came back are read. `threaded-parser.ts` starts it. */
import { serveTasks } from "#src/platform/thread.ts";
import { parseIncoming } from "./mime-parser.ts";

export const parserTasks = { parse: parseIncoming };

serveTasks(parserTasks);
