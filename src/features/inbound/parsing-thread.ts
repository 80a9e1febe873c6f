/* The thread in which large e-mails that came back are read. `parser.ts` starts it. */
import { serveTasks } from "#src/platform/thread.ts";
import { parseIncoming } from "./parsing.ts";

export const parsingTasks = { parse: parseIncoming };

serveTasks(parsingTasks);
